import { defineErrors } from '@atelier/kernel';

export const errors = defineErrors({
  'telemetry/address': {
    en: 'Reports cannot be sent to this address. Paste the DSN as the service shows it: https://key@host/project. Plain http is accepted for this computer only.',
    fr: 'Aucun rapport ne peut être envoyé à cette adresse. Collez le DSN tel que le service le montre : https://clé@hôte/projet. Le http simple n’est accepté que pour cet ordinateur.',
  },
  'telemetry/gone': {
    en: 'This report is no longer there: it was sent or discarded in the meantime. Look at the list again.',
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
    en: '{host} did not answer ({reason}), so the reports are kept. Check the network, then send them again.',
    fr: '{host} n’a pas répondu ({reason}) : les rapports sont conservés. Vérifiez le réseau, puis renvoyez-les.',
  },
  'telemetry/refused': {
    en: '{host} did not accept the report (HTTP {status}). Check the DSN; the reports are kept.',
    fr: '{host} n’a pas accepté le rapport (HTTP {status}). Vérifiez le DSN ; les rapports sont conservés.',
  },
  'telemetry/redirected': {
    en: '{host} redirects reports to {to}. Nothing was sent there, and the reports are kept. If that is where the service is now, enter its DSN.',
    fr: '{host} redirige les rapports vers {to}. Rien n’y a été envoyé et les rapports sont conservés. Si le service s’y trouve désormais, saisissez son DSN.',
  },
  'telemetry/later': {
    en: '{host} accepts no more reports for {minutes} min. They are kept; send them then.',
    fr: '{host} n’accepte plus de rapport pendant {minutes} min. Ils sont conservés ; envoyez-les ensuite.',
  },
});
