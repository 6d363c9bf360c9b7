/** For failures that the visitor is not told about (behaviour 8). Never pass tokens, passwords or bodies. */
export function logFailure(message: string): void {
  console.info(message)
}
