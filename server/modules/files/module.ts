import { sweepLooseFiles } from '../../db/looseFiles.ts'
import { deleteIncoming, INCOMING_KEPT_MS } from '../../files/incoming.ts'
import { API_BASE } from '../../http/apiBase.ts'
import { scope } from '../../http/serve.ts'
import type { Module } from '../face.ts'
import { filesModule } from './siteRoutes.ts'

export const files = {
  gives: {},
  make: (): Module => ({
    site: (deps) => ({ open: (open) => filesModule(open, deps) }),
    // The desk's pages show the site's pictures and films under the same URLs.
    async deskFiles(app, deps) {
      await app.register(
        scope('files', async (open) => filesModule(open, deps)),
        { prefix: API_BASE },
      )
    },
    async cleanUp({ db, clock, files: store, settings }) {
      await sweepLooseFiles(db, store, clock() - INCOMING_KEPT_MS)
      await deleteIncoming(settings.dataDir, Date.now() - INCOMING_KEPT_MS)
    },
  }),
}
