import { KIT } from '#contract/pages.ts'
import type { App, Deps } from '../../http/deps.ts'
import { readersKit } from '../../http/plainPage.ts'
import { LEGAL_PATH, legalPage } from './texts.ts'

/** The operator's texts, or a redirect to another site. */
export function legalModule(app: App, { settings, kit }: Pick<Deps, 'settings' | 'kit'>): void {
  app.get(LEGAL_PATH, { schema: { hide: true } }, async (request, reply) => {
    reply.header('cache-control', 'no-cache')
    // A site built with the setting links there itself; this redirect serves older builds and bookmarks.
    if (settings.legalUrl !== undefined) return reply.redirect(settings.legalUrl)
    const stamp = new URLSearchParams(request.url.split('?', 2)[1]).get(KIT)
    const shown = (stamp !== null && (await kit.draft(stamp))) || kit.current()
    return reply
      .type('text/html; charset=utf-8')
      .send(legalPage(readersKit(shown, request, reply), settings))
  })
}
