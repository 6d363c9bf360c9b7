import { format } from 'node:util'

let complaints: string[] = []

/** react-admin gives its text and date fields, and switches, properties that MUI no longer has. */
const KNOWN = /^React does not recognize the `(inputProps|InputLabelProps|inputRef)` prop/i

/** Called by test/setup.web.ts before each test: from here on warnings and errors are collected. */
export function watchConsole(): void {
  complaints = []
  const collect = (...args: unknown[]): void => {
    const message = format(...args)
    if (!KNOWN.test(message)) complaints.push(message)
  }
  jest.spyOn(console, 'error').mockImplementation(collect)
  jest.spyOn(console, 'warn').mockImplementation(collect)
  // The site logs failed calls; the few tests about that use the spy.
  jest.spyOn(console, 'info').mockImplementation(() => {})
}

/** Returns the collected complaints and clears them. */
export function takeComplaints(): string[] {
  const taken = complaints
  complaints = []
  return taken
}

/**
 * Expects a message on the console, such as that of an error boundary: fails unless one matches, and keeps the matching
 * ones from failing the test afterwards.
 */
export function expectComplaint(pattern: RegExp): void {
  const all = takeComplaints()
  complaints = all.filter((message) => !pattern.test(message))
  expect(all).toContainEqual(expect.stringMatching(pattern))
}
