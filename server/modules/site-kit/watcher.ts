import { takeNewKit } from '../../http/cache/clearing.ts'
import type { Deps } from '../../http/deps.ts'
import { makePoller, type Poller } from '../../mail/poller.ts'
import type { Log } from '../face.ts'
import { findStamp } from './base.ts'

const LOOK_EVERY_MS = 5000

/**
 * Takes a kit that no message has announced: with SQLite the command line writes it in another process, and with
 * PostgreSQL the read after a message may have failed.
 */
export async function takeMissedKit(deps: Deps): Promise<void> {
  if ((await findStamp(deps.db)) !== deps.kit.current().stamp) await takeNewKit(deps)
}

export const makeKitWatcher = (deps: Deps, log: Log): Poller =>
  makePoller(
    LOOK_EVERY_MS,
    () => takeMissedKit(deps),
    (error) => log.error({ err: error }, 'the kit of the site was not read'),
  )
