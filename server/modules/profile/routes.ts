import { profileRoutes } from '#contract/routes.ts'
import { profileSchemas } from '#contract/schemas/profile.ts'
import type { App, Deps } from '../../http/deps.ts'
import { errors } from '../../http/errors.ts'
import { asJson, sendAnswer } from '../../http/plugins/cachedResponses.ts'
import { at, limited } from '../../http/plugins/serve.ts'
import { nameToStore } from '../../text/names.ts'
import { nameHolders } from '../account/nameHolders.ts'
import { oldNames } from '../account/oldNames.ts'
import { COUNTRIES } from './countries.ts'
import { assertNameFree, detailsToStore } from './policy.ts'
import { profileRepository as profile } from './repository.ts'

/** Countries of the order details, and the address that looks like a request without being one. */
export function profileModule(open: App, { answers }: Pick<Deps, 'answers'>): void {
  open.route({
    ...at(profileRoutes.listCountries),
    schema: profileSchemas.listCountries,
    handler: async (request, reply) =>
      sendAnswer(
        request,
        reply,
        await answers.get('countries', 'all', async () => asJson(COUNTRIES)),
      ),
  })

  // The dash is no id: without this row it would be read as a wrong one (ruling 45).
  open.route({
    method: 'DELETE',
    url: profileRoutes.listNameChanges.path,
    schema: { hide: true },
    handler: async () => {
      throw errors.notFound()
    },
  })
}

/** Name changes and order details of the caller (behaviour 7). */
export function profileMemberModule(member: App, { db, clock }: Deps): void {
  member.route({
    ...at(profileRoutes.listNameChanges),
    schema: profileSchemas.listNameChanges,
    handler: ({ memberId }) => profile.nameChanges(db, memberId),
  })

  member.route({
    ...at(profileRoutes.createNameChange),
    schema: profileSchemas.createNameChange,
    // The answer tells that a name exists; nobody may ask a thousand times.
    config: limited(30, 10),
    handler: async ({ body, memberId }, reply) => {
      const { username, ...keys } = nameToStore(body.new_name, 'new_name')
      if ((await profile.nameChanges(db, memberId)).length > 0) throw errors.nameChangePending()
      assertNameFree(await nameHolders(db, keys), memberId, username)
      // As at registration: a name that was given up a short time ago is still somebody's.
      if (await oldNames.isKept(db, keys, clock(), memberId)) throw errors.newNameExists()
      const request = { new_name: username, reason: body.reason.trim() }
      const added = await profile.addNameChange(db, memberId, request, clock())
      if (added === undefined) throw errors.nameChangePending()
      return reply.status(201).send(added)
    },
  })

  member.route({
    ...at(profileRoutes.deleteNameChange),
    schema: profileSchemas.deleteNameChange,
    handler: async ({ params, memberId }) => {
      if (!(await profile.deleteNameChange(db, memberId, params.id))) throw errors.notFound()
      return profile.nameChanges(db, memberId)
    },
  })

  member.route({
    ...at(profileRoutes.listOrderDetails),
    schema: profileSchemas.listOrderDetails,
    handler: ({ memberId }) => profile.orderDetails(db, memberId),
  })

  member.route({
    ...at(profileRoutes.saveOrderDetails),
    schema: profileSchemas.saveOrderDetails,
    handler: async ({ body, memberId }) => {
      const details = detailsToStore(body)
      await profile.saveOrderDetails(db, memberId, details, clock())
      return details
    },
  })
}
