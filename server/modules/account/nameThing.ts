import { randomInt } from 'node:crypto'
import type { DeskWork } from '../../desk/changeRoute.ts'
import { reportable } from '../../desk/reportable.ts'
import { fillIn } from '../../text/kit.ts'
import { renameUser } from './nameRepository.ts'
import { assertFreeName, nameObstacle, nameToStore } from './names.ts'
import { findUser, lockUser } from './repository.ts'
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
  async find(w, { author, reader }) {
    const user = await findUser(w, author)
    if (!user || (reader !== null && !isActive(user))) return undefined
    return { id: user.id, author: user.id, title: user.username, text: user.username }
  },
  async read(w, { author }) {
    const user = await lockUser(w, author)
    return user && { username: user.username }
  },
  async changed(w, _state, { text }, { author }) {
    const name = nameToStore(text ?? (await neutralName(w)), 'text')
    assertFreeName(await nameObstacle(w, name, author))
    return { username: name.username }
  },
  async save(w, { author }, state) {
    const user = await lockUser(w, author)
    if (user === undefined || state === null) return false
    const name = nameToStore(state.username)
    if ((await nameObstacle(w, name, user.id)) !== null) return false
    await renameUser(w, user, name)
    return w.publish([user.id], { kind: 'name_change' })
  },
})
