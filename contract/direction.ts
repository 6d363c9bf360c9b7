/** Codes of the languages that are written from right to left. */
const RIGHT_TO_LEFT = ['ar', 'dv', 'fa', 'he', 'ps', 'sd', 'ug', 'ur', 'yi']

export const isRightToLeft = (language: string): boolean => RIGHT_TO_LEFT.includes(language.slice(0, 2))
