import { HOUR } from '../../test/helpers/fixtures/contents.ts'
import { guestsOf } from '../../test/helpers/server/guests.ts'
import { registrationsOf } from '../../test/helpers/server/registrations.ts'
import type { DeskServer } from '../../test/helpers/server/startDesk.ts'
import { GERMAN } from './germanServer.ts'

/* Mails about tables, and about seats without an account. */

type Deliver = () => Promise<void>

async function leadTables(server: DeskServer, deliver: Deliver): Promise<void> {
  const root = await server.staff('Spielleitung', 'superuser')
  const [leader, player] = [await server.addUser('Linda'), await server.addUser('Nele')]
  const seats = registrationsOf(server)
  const starts_at = server.deps.clock() + 216 * HOUR
  const at = (hours: number) => new Date(starts_at + hours * HOUR).toISOString()
  const slots = JSON.stringify([{ id: 1, starts_at: at(0), ends_at: at(3) }])
  const open = { takes_offers: 1, seats: 30 }
  const event = await seats.event({ title: 'Die lange Nacht', starts_at, slots, ...open })
  const facts = { system: 'Fate', language: 'de', beginners: true, content_notes: '' }
  const table = { ...facts, hours: null, players_min: null }
  const texts = { title: 'Die Mühle', short_description: 'Eine Glocke.', description: 'Lang.' }
  const programme = `/api/contents/programme/${event}`
  const offer = { ...texts, ...table, seats: 4 }
  await server.send('POST', `${programme}/offers/`, leader.auth, offer)
  const [waiting] = (await server.send('GET', programme, leader.auth)).json().offers
  await root.post(`/contents/${waiting.id}/decline`, { reason: 'Davon haben wir zwei.' })
  await deliver()
  const body = { kind: 'event', ...texts, parent_id: event, slot: 1, seats: 4 }
  const { id } = (await root.post('/contents', { ...body, leader: 'Linda', table })).json()
  await root.post(`/contents/${id}/publish`, {})
  for (const one of [event, id]) await seats.signUp(player, one)
  server.passTime(HOUR)
  await seats.update()
  await deliver()
  await root.put(`/contents/${id}`, { ...body, leader: 'Linda', table, location: 'Im Keller' })
  server.passTime(HOUR)
  await seats.update()
  await deliver()
  await root.post(`/contents/${id}/cancel`, {})
  await seats.update()
  await deliver()
}

async function comeAsGuest(server: DeskServer, deliver: Deliver): Promise<void> {
  const root = await server.staff('Empfang', 'superuser')
  const event = await registrationsOf(server).event({
    ...{ title: 'Ein Abend für alle', guests: 1, seats: 9 },
  })
  const { ask, press, pageOf } = guestsOf(server, GERMAN)
  await ask(event)
  await deliver()
  await press(await pageOf(), 'take')
  await deliver()
  server.passTime(HOUR)
  for (const email of ['gus@example.org', 'linda@example.org']) await ask(event, { email })
  await deliver()
  const said = { to: 'coming', subject: 'Würfel', text: 'Bringt welche mit.' }
  await root.post(`/contents/${event}/write-to-registered`, said)
  await deliver()
}

export const TABLE_SCENES = [leadTables, comeAsGuest] as const
