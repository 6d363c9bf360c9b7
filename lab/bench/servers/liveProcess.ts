import type { MemberId } from '../../../contract/ids.ts'
import { makeCoherence } from '../../../server/compose/background.ts'
import { publish } from '../../../server/db/liveEvents.ts'
import { reading } from '../../../server/work/work.ts'
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
    for (let index = 0; index < Number(count); index++) {
      const name = `member${members.length}`
      const now = deps.clock()
      const user = await deps.db
        .insertInto('users')
        .values({
          email: `${name}@example.org`,
          email_key: `${name}@example.org`,
          username: name,
          username_key: name,
          password_hash: 'none',
          role: 'player',
          created_at: now,
          activated_at: now,
        })
        .returning(['id', 'token_version'])
        .executeTakeFirstOrThrow()
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
