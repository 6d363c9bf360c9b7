import { join } from 'node:path'
import { announceDue } from '#server/modules/notifications/announcer.ts'
import { makeBackground } from '#server/start/background.ts'
import { type DeskServer, startDesk } from '#test/helpers/desk.ts'
import { type ReceivedMail, readMails } from '#test/helpers/mailbox.ts'
import { mailIn } from './site.ts'

/*
 * The built site and desk before the real applications, listening as `server/main.ts` lets them, on an empty
 * database and with its background work going on. Only the clock is the test's: what happens at a set minute
 * cannot be seen otherwise, and a served process has no way to be told another time.
 */

export type ClockedSite = DeskServer & {
  /** Origins of the site and of the desk. */
  readonly url: string
  readonly deskUrl: string
  /** The text of the newest mail to this address that speaks of `about`; waits until it is written. */
  readonly mailTo: (recipient: string, about: RegExp) => Promise<string>
  /** Ends the background work, lets it look once more for anything to send, and reads all mail ever sent. */
  readonly allMail: () => Promise<ReceivedMail[]>
}

export async function startClockedSite(): Promise<ClockedSite> {
  const server = await startDesk('sqlite')
  const { app, desk, deps, dataDir } = server
  const folder = join(dataDir, 'mail')
  const loopback = { port: 0, host: '127.0.0.1' }
  const [url, deskUrl] = [await app.listen(loopback), await desk.listen(loopback)]
  let background = makeBackground(deps, app.log)
  background.start()
  return {
    ...server,
    url,
    deskUrl,
    mailTo: (recipient, about) => mailIn(folder, recipient, about),
    async allMail() {
      await background.stop()
      background = makeBackground(deps, app.log)
      await announceDue(deps)
      await background.mail.deliverDue()
      return readMails(folder)
    },
    close: async () => {
      await background.stop()
      await server.close()
    },
  }
}
