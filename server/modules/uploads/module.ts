import { deleteUnusedUploads } from '../../desk/uploads.ts'
import { scope } from '../../http/serve.ts'
import { deleteOldImports } from '../../transfer/imports.ts'
import { UNDO_MS } from '../../transfer/undo.ts'
import type { Module } from '../face.ts'
import { type UploadsDeps, uploadsModule } from './deskRoutes.ts'
import { uploadsData } from './personalDataRepository.ts'

export const uploads = {
  gives: {},
  make: (given: Pick<UploadsDeps, 'keepTextPicture'>): Module => ({
    async desk(desk, deps) {
      const all = { ...deps, ...given }
      await desk.register(scope('uploads', async (bodies) => uploadsModule(bodies, all)))
    },
    personalData: uploadsData,
    expiries: { imports: { expire: deleteOldImports, keptMs: UNDO_MS } },
    cleanUp: deleteUnusedUploads,
  }),
}
