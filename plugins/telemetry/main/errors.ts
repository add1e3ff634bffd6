import { defineErrors } from '@atelier/kernel';

export const errors = defineErrors({
  'telemetry/address': {
    en: 'This is no address that reports can be sent to. Paste the DSN as the service shows it: https://key@host/project. Plain http is taken for this computer only.',
    fr: 'Ce n’est pas une adresse où envoyer des rapports. Collez le DSN tel que le service le montre : https://clé@hôte/projet. Le http simple n’est accepté que pour cet ordinateur.',
  },
  'telemetry/gone': {
    en: 'This report is no longer there: it was sent or thrown away meanwhile. Look at the list again.',
    fr: 'Ce rapport n’est plus là : il a été envoyé ou jeté entre-temps. Regardez de nouveau la liste.',
  },
  'telemetry/not-allowed': {
    en: 'Nothing was sent, because you have not allowed error reports. Switch them on first.',
    fr: 'Rien n’a été envoyé, car vous n’avez pas autorisé les rapports d’erreur. Activez-les d’abord.',
  },
  'telemetry/no-address': {
    en: 'Nothing was sent, because no address for reports is set. Paste the DSN of your service first.',
    fr: 'Rien n’a été envoyé, car aucune adresse de rapports n’est définie. Collez d’abord le DSN de votre service.',
  },
  'telemetry/development': {
    en: 'Nothing was sent: this Atelier runs in development, where reports are never kept or sent. Start it with npm start.',
    fr: 'Rien n’a été envoyé : cet Atelier fonctionne en développement, où aucun rapport n’est conservé ni envoyé. Lancez-le avec npm start.',
  },
  'telemetry/unreachable': {
    en: '{host} did not answer ({reason}), so the reports wait on. Check the network, then send them again.',
    fr: '{host} n’a pas répondu ({reason}) : les rapports attendent toujours. Vérifiez le réseau, puis renvoyez-les.',
  },
  'telemetry/refused': {
    en: '{host} did not take the report (HTTP {status}). Check the DSN; the reports wait on.',
    fr: '{host} n’a pas accepté le rapport (HTTP {status}). Vérifiez le DSN ; les rapports attendent toujours.',
  },
  'telemetry/later': {
    en: '{host} takes no more reports for {minutes} min. They wait on; send them then.',
    fr: '{host} n’accepte plus de rapport pendant {minutes} min. Ils attendent toujours ; envoyez-les ensuite.',
  },
});
