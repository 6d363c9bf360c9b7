import { randomInt } from 'node:crypto'
import type { DeskWork } from '../../desk/changeRoute.ts'
import { reportable } from '../../desk/reportable.ts'
import { usernameKey } from '../../text/keys.ts'
import { fillIn } from '../../text/kit.ts'
import { renameUser } from './nameRepository.ts'
import { assertFreeName, nameObstacle, nameToStore } from './names.ts'
import { findUser, findUserIdByName, lockUser } from './repository.ts'
import { isActive } from './state.ts'

const [NUMBER_MIN, NUMBER_MAX] = [1000, 1_000_000]

/** A name that says nothing about the member, who may request another one. */
async function neutralName(w: DeskWork): Promise<string> {
  for (;;) {
    const number = randomInt(NUMBER_MIN, NUMBER_MAX)
    const name = fillIn(w.kit.current().texts.pages.report.neutral.name, { number })
    if ((await nameObstacle(w, nameToStore(name))) === null) return name
  }
}

/** Usernames, as members report them and staff act on them. */
export const nameThing = reportable<{ readonly username: string }>({
  async find(w, { name }) {
    const id = await findUserIdByName(w, usernameKey(name))
    const user = id && (await findUser(w, id))
    if (!user || !isActive(user)) return undefined
    return { id: user.id, author: user.id, title: user.username, text: user.username }
  },
  async read(w, { author }) {
    const user = await lockUser(w, author)
    return user && { username: user.username }
  },
  changed: async (w, _state, { text }) => ({ username: text ?? (await neutralName(w)) }),
  async save(w, { author }, state) {
    const user = await lockUser(w, author)
    if (user === undefined || state === null) return
    const name = nameToStore(state.username, 'text')
    assertFreeName(await nameObstacle(w, name, user.id))
    await renameUser(w, user, name)
    w.publish([user.id], { kind: 'name_change' })
  },
})
