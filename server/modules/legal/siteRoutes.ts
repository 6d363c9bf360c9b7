import type { App, Deps } from '../../http/deps.ts'
import { LEGAL_PATH, legalPage } from './texts.ts'

/** The page behind the footer's links: the operator's texts, or an address elsewhere. */
export function legalModule(app: App, { settings }: Pick<Deps, 'settings'>): void {
  app.get(LEGAL_PATH, { schema: { hide: true } }, async (_request, reply) => {
    reply.header('cache-control', 'no-cache')
    // The site links there itself once it is built with the setting; old pages and bookmarks come here.
    if (settings.legalUrl !== undefined) return reply.redirect(settings.legalUrl)
    return reply.type('text/html; charset=utf-8').send(legalPage(settings))
  })
}
