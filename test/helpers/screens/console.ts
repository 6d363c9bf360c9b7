import { format } from 'node:util'

let complaints: string[] = []

/** react-admin gives its text fields a property that MUI no longer has. */
const KNOWN = /^React does not recognize the `inputProps` prop/i

/** Called by test/setup.web.ts before each test: from here on warnings and errors are collected. */
export function watchConsole(): void {
  complaints = []
  const collect = (...args: unknown[]): void => {
    const message = format(...args)
    if (!KNOWN.test(message)) complaints.push(message)
  }
  jest.spyOn(console, 'error').mockImplementation(collect)
  jest.spyOn(console, 'warn').mockImplementation(collect)
  // What the site notes of a failed call; the few tests about it look at the spy.
  jest.spyOn(console, 'info').mockImplementation(() => {})
}

/** Hands over what was collected and forgets it. */
export function takeComplaints(): string[] {
  const taken = complaints
  complaints = []
  return taken
}

/**
 * For a test that makes the console speak on purpose (an error boundary, say): fails unless a
 * message matches, and keeps the matching ones from failing the test afterwards.
 */
export function expectComplaint(pattern: RegExp): void {
  const all = takeComplaints()
  complaints = all.filter((message) => !pattern.test(message))
  expect(all).toContainEqual(expect.stringMatching(pattern))
}
