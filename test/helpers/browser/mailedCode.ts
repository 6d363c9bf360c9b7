import { emailOf } from './signIn.ts'
import type { BrowserServer } from './startWorld.ts'

/** Codes that tests have read, of all accounts of a server. */
const earlier = new WeakMap<BrowserServer, readonly string[]>()

/** The code of the desk's mail to an account; each is returned once. Waits until it is written. */
export async function mailedCode(server: BrowserServer, username: string): Promise<string> {
  const known = earlier.get(server) ?? []
  const another = new RegExp(`^Code: (?!${['none', ...known].join('|')})(\\d{4} \\d{4})$`, 'm')
  const code = another.exec(await server.mailTo(emailOf(username), another))?.[1] ?? ''
  earlier.set(server, [...known, code])
  return code
}
