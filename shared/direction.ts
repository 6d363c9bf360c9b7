/** Codes of the languages that are written from right to left. */
const RIGHT_TO_LEFT = ['ar', 'dv', 'fa', 'he', 'ps', 'sd', 'ug', 'ur', 'yi']

export const isRightToLeft = (language: string): boolean =>
  RIGHT_TO_LEFT.includes(language.slice(0, 2))

const OTHER_WAY: Readonly<Record<string, string>> = {
  ArrowLeft: 'ArrowRight',
  ArrowRight: 'ArrowLeft',
}

/** The key that leads to the same neighbour on a page from left to right. */
export const keyInDirection = (key: string, language: string): string =>
  (isRightToLeft(language) && OTHER_WAY[key]) || key
