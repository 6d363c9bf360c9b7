import { orderDetails } from '../../../test/helpers/fixtures/orderDetails.ts'
import { desk, type Stage, site } from '../../../test/helpers/races/stage.ts'
import type { TestUser } from '../../../test/helpers/server/startServer.ts'
import type { Area } from '../racePairs.ts'

type World = { readonly Mara: TestUser }

const setUp = async (stage: Stage, count: number): Promise<World[]> =>
  (await stage.people(count)).map((Mara) => ({ Mara }))

/** Actions of the staff on one account while its member uses it. */
export const ACCOUNT: Area<World> = {
  about: 'an account and its sessions',
  tables: ['outbox', 'groups'],
  setUp,
  async look({ server }, worlds) {
    const { db } = server.deps
    const users = await db.selectFrom('users').selectAll().execute()
    const tokens = await db
      .selectFrom('refresh_tokens')
      .select('user_id')
      .where('revoked_at', 'is', null)
      .where('used_at', 'is', null)
      .execute()
    const groups = await db.selectFrom('groups').select('owner_id').execute()
    const live = Map.groupBy(tokens, ({ user_id }) => user_id)
    const owned = Map.groupBy(groups, ({ owner_id }) => owner_id)
    const byId = new Map(users.map((user) => [user.id, user]))
    return worlds.map(({ Mara: { id } }) => ({
      role: byId.get(id)?.role,
      isActive: byId.get(id)?.deactivated_at === null,
      hasSession: live.has(id),
      groups: owned.get(id)?.length ?? 0,
    }))
  },
  operations: {
    'is deactivated': ({ Mara }, { ada }) => desk(ada, 'POST', `/members/${Mara.id}/deactivate`),
    'is reactivated': ({ Mara }, { ben }) => desk(ben, 'POST', `/members/${Mara.id}/reactivate`),
    'loses all sessions': ({ Mara }, { ben }) =>
      desk(ben, 'POST', `/members/${Mara.id}/end-sessions`),
    'joins the staff': ({ Mara }, { ada }) =>
      desk(ada, 'POST', `/members/${Mara.id}/role`, { role: 'staff' }),
    'leaves the staff': ({ Mara }, { ben }) =>
      desk(ben, 'POST', `/members/${Mara.id}/role`, { role: 'player' }),
    'refreshes the tokens': ({ Mara }) =>
      site(null, 'POST', '/users/login/refresh/', { refresh: Mara.tokens.refresh }),
    'logs out': ({ Mara }) =>
      site(null, 'POST', '/users/logout/', { refresh: Mara.tokens.refresh }),
    'creates a group': ({ Mara }) => site(Mara, 'POST', '/rpggroups/create/', { name: 'Wrens' }),
  },
}

export const PROFILE: Area<World> = {
  about: 'what a member saves about himself',
  tables: ['name_changes', 'preferences', 'order_details'],
  setUp,
  async look({ server }, worlds) {
    const { db } = server.deps
    const details = await db.selectFrom('order_details').select(['user_id', 'city']).execute()
    const preferences = await db.selectFrom('preferences').selectAll().execute()
    const names = await db.selectFrom('name_changes').select(['user_id', 'new_name']).execute()
    return worlds.map(({ Mara: { id } }) => ({
      cities: details.filter(({ user_id }) => user_id === id).map(({ city }) => city),
      mails: preferences
        .filter(({ user_id }) => user_id === id)
        .map((row) => [row.notify_since !== null, row.invite_mails_off_at === null]),
      names: names.filter(({ user_id }) => user_id === id).map(({ new_name }) => new_name),
    }))
  },
  operations: {
    'an address in Wien': ({ Mara }) =>
      site(Mara, 'POST', '/users/order-details/', orderDetails({ city: 'Wien' })),
    'an address in Graz': ({ Mara }) =>
      site(Mara, 'POST', '/users/order-details/', orderDetails({ city: 'Graz' })),
    'mails on': ({ Mara }) =>
      site(Mara, 'PUT', '/users/preferences/', { email_notifications: true, invite_mails: true }),
    'mails off': ({ Mara }) =>
      site(Mara, 'PUT', '/users/preferences/', { email_notifications: false, invite_mails: false }),
    'the wish for one name': ({ Mara }) =>
      site(Mara, 'POST', '/users/name-change-request/-', { new_name: 'Onename', reason: 'a' }),
    'the wish for another name': ({ Mara }) =>
      site(Mara, 'POST', '/users/name-change-request/-', { new_name: 'Othername', reason: 'b' }),
  },
}
