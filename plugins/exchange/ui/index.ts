export const elements = {};
