/** A script's digits are ten in a row; compatibility forms are folded before. */
function digitValue(digit: string): string {
  const point = digit.codePointAt(0) ?? 0
  let zero = point
  while (/\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero -= 1
  return String((point - zero) % 10)
}

/** A typed code or number with the digits of every script, and those of full width, as 0 to 9. */
export const plainDigits = (typed: string): string =>
  typed.normalize('NFKC').replace(/\p{Nd}/gu, digitValue)
