import { siteActs } from '../../test/helpers/fixtures/siteActs.ts'
import { rowsOf } from '../../test/helpers/server/rowsOf.ts'
import type { DeskServer } from '../../test/helpers/server/startDesk.ts'

export const GERMAN = { 'accept-language': 'de-AT,de;q=0.9,en;q=0.5' }
export const SITE = 'https://discordia.example'
export const env = {
  LANGUAGES: 'de,en',
  MAIL_PER_MINUTE: '1000000',
  PUBLIC_URL: SITE,
  CONTACT_TO: 'team@discordia.example',
  DESK_URL: 'https://desk.discordia.example',
}

/** Lines of a calendar file are cut after 75 bytes. */
export const unfolded = (file: string): string => file.replaceAll(/\r?\n[ \t]/g, '')

/** Every call of the site, and three who make it. */
export async function siteCast(server: DeskServer) {
  const [member, other, owner] = [
    await server.addUser('Member'),
    await server.addUser('Other'),
    await server.addUser('Owner'),
  ]
  const acts = siteActs(server, { member: member.id, other: other.id, owner: owner.id })
  return { people: [member, other, owner], acts }
}

/** What fixtures and the demonstration have stored, a line each. */
export async function contentsOf(server: DeskServer): Promise<readonly string[]> {
  const rows = Object.entries(await rowsOf(server.deps))
  const values = rows.flatMap(([, all]) => all.flatMap((row) => Object.values(row)))
  const typed = values.filter((value) => typeof value === 'string')
  return [...new Set(typed.flatMap((value) => value.split('\n')))]
}
