/** For failures without a message (behaviour 8). Never pass tokens, passwords or bodies. */
export function logFailure(message: string): void {
  console.info(message)
}
