import { on } from 'node:events'
import { mkdirSync, readdirSync, readFileSync, watch } from 'node:fs'
import { join } from 'node:path'

/** Less than the limit of a browser test, so that the error names the mail; a busy machine needs more than seconds. */
const MAIL_WITHIN_MS = 90_000

/** The text of the newest `.eml` file to this recipient that matches `about`; waits until it is written. */
export async function mailIn(folder: string, recipient: string, about: RegExp): Promise<string> {
  mkdirSync(folder, { recursive: true })
  // Watching starts before the first look, so that no mail falls between the two.
  const watcher = watch(folder)
  const changes = on(watcher, 'change', { signal: AbortSignal.timeout(MAIL_WITHIN_MS) })
  const find = (): string | undefined =>
    readdirSync(folder)
      .filter((name) => name.endsWith('.eml'))
      .sort()
      .reverse()
      .map((name) => plain(readFileSync(join(folder, name), 'utf8')))
      .find((mail) => mail.includes(`To: ${recipient}`) && about.test(mail))

  try {
    let mail = find()
    if (mail !== undefined) return mail
    for await (const _change of changes) {
      mail = find()
      if (mail !== undefined) return mail
    }
    throw new Error('The folder is no longer watched')
  } catch (cause) {
    throw new Error(`No mail to ${recipient} about ${about}`, { cause })
  } finally {
    watcher.close()
  }
}

/** Quoted-printable soft breaks and escapes undone: links are whole again. */
const plain = (mail: string): string =>
  mail
    .replace(/=\r?\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
