import type { ContentId } from '#contract/ids.ts'
import type { Belongings } from '#contract/schemas/content.ts'
import type { RowOf } from '../../db/rows.ts'
import type { Db } from '../../db/schema.ts'
import type { ChangeContext } from '../../desk/changeRoute.ts'
import { withdrawAll } from '../../mail/outbox.ts'
import { countPictures } from './repository.ts'

type Unsent = (db: Db, articles: readonly ContentId[]) => Promise<number[]>

/** What other modules keep about articles. Foreign keys delete all of it but the mails. */
export type Belonging = {
  readonly countOfEvents: (
    db: Db,
    events: readonly ContentId[],
    now: number,
  ) => Promise<Pick<Belongings, 'registrations' | 'signed_up' | 'messages'>>
  readonly listUnsentOfEvents: Unsent
  readonly listUnsentAbout: Unsent
}

const listMails = async (
  { listUnsentOfEvents, listUnsentAbout }: Belonging,
  ...of: Parameters<Unsent>
): Promise<number[]> => [...(await listUnsentOfEvents(...of)), ...(await listUnsentAbout(...of))]

/** What goes with articles when they are deleted. */
export const countBelongings = async (
  others: Belonging,
  db: Db,
  ids: readonly ContentId[],
  now: number,
): Promise<Belongings> => ({
  ...(await others.countOfEvents(db, ids, now)),
  pictures: await countPictures(db, ids),
  mails: (await listMails(others, db, ids)).length,
})

/** Deletes the mails, which would find no article any more. @returns what goes with the article, for the audit log */
export const removeBelongings =
  (others: Belonging) =>
  async ({ tx, now }: ChangeContext, { id }: RowOf<'contents'>): Promise<object> => {
    const ids = [id]
    const { signed_up: _ahead, ...counts } = await countBelongings(others, tx, ids, now)
    await withdrawAll(tx, await listMails(others, tx, ids))
    return Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0))
  }
