import type { Belongings } from '#contract/content.ts'
import type { ContentId } from '#contract/ids.ts'
import type { RowOf } from '../../db/rows.ts'
import type { HasDb, Read } from '../../db/schema.ts'
import type { DeskWork } from '../../desk/changeRoute.ts'
import { withdrawAll } from '../../mail/outbox.ts'
import { countPictures } from './repository.ts'

type Unsent = (w: HasDb, articles: readonly ContentId[]) => Promise<number[]>

/** What other modules keep about articles. Foreign keys delete all of it but the mails. */
export type Belonging = {
  readonly countOfEvents: (
    w: Read,
    events: readonly ContentId[],
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
  w: Read,
  ids: readonly ContentId[],
): Promise<Belongings> => ({
  ...(await others.countOfEvents(w, ids)),
  pictures: await countPictures(w, ids),
  mails: (await listMails(others, w, ids)).length,
})

/** Deletes the mails, which would find no article any more. @returns what goes with the article, for the audit log */
export const removeBelongings =
  (others: Belonging) =>
  async (w: DeskWork, { id }: RowOf<'contents'>): Promise<object> => {
    const ids = [id]
    const { signed_up: _ahead, ...counts } = await countBelongings(others, w, ids)
    await withdrawAll(w, await listMails(others, w, ids))
    return Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0))
  }
