import { CSRF_HEADER, DESK_API_BASE } from '../../contract/desk.ts'
import { cleanUp } from '../../server/compose/background.ts'
import { collected } from '../../server/compose/collect.ts'
import { insertRow } from '../../server/db/rows.ts'
import { saveSettings } from '../../server/modules/account/admission/repository.ts'
import { exportNext } from '../../server/modules/account/personal-data/exporter.ts'
import { noteFailedBackup } from '../../server/modules/checklist/failedBackup.ts'
import { sendTestMail } from '../../server/modules/checklist/probes.ts'
import { inviteForTeam } from '../../server/modules/groups/invites.ts'
import { followInvites } from '../../server/modules/member-invites/follow.ts'
import { reading } from '../../server/work/work.ts'
import { addFeed } from '../../test/helpers/fixtures/calendarActs.ts'
import { DAY } from '../../test/helpers/fixtures/contents.ts'
import { PASSWORD, post, register } from '../../test/helpers/server/accounts.ts'
import { makeAuthenticator } from '../../test/helpers/server/authenticator.ts'
import { deliveredMail } from '../../test/helpers/server/mailbox.ts'
import { enableSecondStep } from '../../test/helpers/server/secondStep.ts'
import { cheapHash, type DeskServer } from '../../test/helpers/server/startDesk.ts'
import type { Scene } from './mailScenes.ts'

/* What sends the mails about accounts that no single call sends. */

/** Presses the button of the page that the last mail of a kind leads to. */
async function press(server: DeskServer, kind: string, page: string): Promise<void> {
  const mails = await deliveredMail(server)
  const paths = mails
    .filter((mail) => mail.kind === kind)
    .map(({ text }) => new RegExp(String.raw`/api/account/${page}/[\w-]+`).exec(text)?.[0])
  const url = paths.findLast((path) => path !== undefined)
  if (url === undefined) throw new Error(`No mail of the kind ${kind} leads to ${page}.`)
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  await server.app.inject({ method: 'POST', url, payload: '', headers })
}

/** A member who can log in with PASSWORD. */
async function memberOf(server: DeskServer, username: string) {
  const user = await server.addUser(username)
  const { db } = server.deps
  await db
    .updateTable('users')
    .set({ password_hash: await cheapHash })
    .where('id', '=', user.id)
    .execute()
  return { ...user, email: `${username.toLowerCase()}@example.org` }
}

/** A thief changes the address, and gets ready to stay; the owner takes it back. */
const takeBackAddress: Scene = async (server, deliver) => {
  const { db, clock, settings } = server.deps
  const user = await memberOf(server, 'Willi')
  const user_id = user.id
  const addPasskey = (name: string) =>
    db
      .insertInto('passkeys')
      .values({ ...makeAuthenticator(settings.publicUrl).row, user_id, name, created_at: clock() })
      .execute()
  await addPasskey('Handy')
  server.passTime(2 * DAY)
  const new_email = 'willi.neu@example.org'
  const { sensitive } = await server.renew(user)
  await post(server, '/users/security/email/', { new_email }, sensitive)
  await deliver()
  await press(server, 'confirm-email', 'confirm-email')
  await deliver()
  await addPasskey('Laptop')
  await addFeed(server, user_id)
  await enableSecondStep(server.deps, [user_id])
  const wish = { user_id, new_name: 'Wilhelm', reason: '', created_at: clock() }
  await db.insertInto('name_changes').values(wish).execute()
  await press(server, 'email-changed', 'undo-email')
  await deliver()
}

const registerAgain: Scene = async (server, deliver) => {
  const email = 'vera@example.org'
  await register(server, { email, username: 'Vera' })
  await saveSettings(server.deps, { mode: 'approval', refused_domains: [] })
  await register(server, { email: 'vanessa@example.org', username: 'Vanessa' })
  await saveSettings(server.deps, { mode: 'open', refused_domains: [] })
  await deliver()
  await post(server, '/users/resend-activation/', { email })
  await post(server, '/discordia/request-change-password/', { email })
  await deliver()
}

const logInElsewhere: Scene = async (server, deliver) => {
  const { email, id, sensitive } = await memberOf(server, 'Nina')
  const enter = (browser: string, code?: string) =>
    post(
      server,
      '/users/login/',
      { email, password: PASSWORD, ...(code && { code }) },
      { 'user-agent': `Mozilla/5.0 (X11; Linux x86_64; rv:140.0) ${browser}/140.0` },
    )
  await enter('Firefox')
  await enter('Chrome')
  await enableSecondStep(server.deps, [id])
  const codes = await post(server, '/users/security/recovery-codes/', {}, sensitive)
  await enter('Chrome', codes.json().codes[0])
  const staff = await server.staff('Nora')
  for (const browser of ['Firefox', 'Chrome'])
    await server.desk.inject({
      method: 'POST',
      url: `${DESK_API_BASE}/session`,
      headers: { [CSRF_HEADER]: 'login', 'user-agent': `Mozilla/5.0 ${browser}/120.0` },
      payload: {
        ...{ email: `${staff.user.username.toLowerCase()}@example.org`, password: PASSWORD },
        code: await server.code(),
      },
    })
  await deliver()
}

/** What staff do with accounts of others. */
const helpMembers: Scene = async (server, deliver) => {
  const root = await server.staff('Anna', 'superuser')
  const { db } = server.deps
  const { id } = await memberOf(server, 'Emil')
  await enableSecondStep(server.deps, [id])
  await root.post(`/members/${id}/reset-second-factor`)
  await root.post(`/members/${id}/rename`, { username: 'Emilia', reason: 'Das war Werbung.' })
  const asleep = await memberOf(server, 'Fritz')
  await db.updateTable('users').set({ activated_at: null }).where('id', '=', asleep.id).execute()
  await root.post(`/members/${asleep.id}/activate`)
  const declined = await memberOf(server, 'Gustav')
  await db.updateTable('users').set({ activated_at: null }).where('id', '=', declined.id).execute()
  const times = { created_at: server.deps.clock(), confirmed_at: server.deps.clock() }
  const row = { user_id: declined.id, line: 'Ich kenne euch vom Spieleabend', ...times }
  const { id: application } = await insertRow(db, 'applications', row)
  const decision = { ids: [application], admits: false, reason: 'Wir kennen dich nicht.' }
  await root.post('/applications/decide', decision)
  const { auth } = await memberOf(server, 'Gabi')
  await post(server, '/users/my-data/', {}, auth)
  await exportNext(server.deps, collected.personalData, { info() {}, error() {} })
  await sendTestMail(server.deps, 'anna@example.org')
  await noteFailedBackup(reading(server.deps), 'Der Datenträger ist voll.')
  await root.post('/member-invites', { list: 'hugo@example.org' })
  await deliver()
  server.passTime(7 * DAY)
  await followInvites(server.deps, inviteForTeam)
  await deliver()
}

const changeAddresses: Scene = async (server, deliver) => {
  const root = await server.staff('Bruno', 'superuser')
  const change = async (username: string, body: object) => {
    const { id } = await memberOf(server, username)
    const email = `${username.toLowerCase()}.neu@example.org`
    const code = await server.code()
    await root.post(`/members/${id}/email`, { email, code, ...body })
    await deliver()
    return id
  }
  await change('Ida', { way: 'mailbox' })
  await press(server, 'staff-email', 'approve-email')
  await deliver()
  await press(server, 'email-changed', 'undo-email')
  await deliver()
  const delayed = { way: 'delay', reason: 'Wir haben telefoniert.' }
  const id = await change('Jana', delayed)
  await root.post(`/members/${id}/stop-email`)
  await change('Karl', delayed)
  server.passTime(7 * DAY)
  await cleanUp(server.deps, server.app.log)
  await deliver()
}

export const SECURITY_SCENES: readonly Scene[] = [
  takeBackAddress,
  registerAgain,
  logInElsewhere,
  helpMembers,
  changeAddresses,
]
