/** A plain Node: the desktop app names one in the environment; elsewhere this process runs on one. */
export const plainNode = (): string => process.env.ATELIER_NODE ?? process.execPath;
