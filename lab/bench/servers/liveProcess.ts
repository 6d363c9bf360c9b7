import type { MemberId } from '../../../contract/ids.ts'
import { makeCoherence } from '../../../server/compose/background.ts'
import { publish } from '../../../server/db/liveEvents.ts'
import { reading } from '../../../server/work/work.ts'
import { addPeople } from '../../../test/helpers/fixtures/groups.ts'
import { prepareHere, reportTo, serve } from './parent.ts'

/* The application on SQLite with many members, each logged in. */

export type LiveReady = { readonly url: string }

const prepared = await prepareHere('none')
const { deps } = prepared
const { app, url } = await serve(prepared)
makeCoherence(deps, app).start()
const members: MemberId[] = []

reportTo({ url } satisfies LiveReady, {
  /** @returns access tokens of that many new members */
  async members(count) {
    const tokens: string[] = []
    for (const user of await addPeople(prepared, Number(count), members.length)) {
      members.push(user.id)
      tokens.push((await app.siteTokens.issue(reading(deps), user)).access)
    }
    return tokens
  },
  memory: () => process.memoryUsage.rss(),
  /** Publishes a change to all members. */
  publish: (subject) =>
    deps.db.transaction().execute((tx) =>
      publish({ db: tx, now: deps.clock() }, members, {
        kind: 'group',
        subject: Number(subject),
      }),
    ),
})
