import { contentRoutes } from '#contract/routes.ts'
import { contentSchemas } from '#contract/schemas/content.ts'
import type { App, Deps } from '../../http/deps.ts'
import { acts, at, limited } from '../../http/plugins/serve.ts'
import { countVisit } from './repository.ts'

/** A number per day and nothing about the visitor (ruling 56). */
export function visitsModule(open: App, { db, clock }: Deps): void {
  open.route({
    ...at(contentRoutes.logVisit),
    ...acts,
    schema: contentSchemas.logVisit,
    config: limited(120, 1),
    handler: async () => {
      await countVisit(db, clock())
      return { message: 'Visit logged.' }
    },
  })
}
