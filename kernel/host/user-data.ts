// One answer for the app and for the command line, which must also run before anything is installed.
export { isSecondProfile, userDataFolder } from '@atelier/schemas/profile/folder.mjs';
