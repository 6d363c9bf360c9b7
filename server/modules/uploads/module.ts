import { deleteUnusedUploads } from '../../desk/uploads.ts'
import { scope } from '../../http/serve.ts'
import type { Module } from '../face.ts'
import { uploadsModule } from './deskRoutes.ts'
import { uploadsData } from './personalDataRepository.ts'

export const uploads = {
  gives: {},
  make: (): Module => ({
    async desk(desk, deps) {
      await desk.register(scope('uploads', async (bodies) => uploadsModule(bodies, deps)))
    },
    personalData: uploadsData,
    cleanUp: ({ db, files, clock }) => deleteUnusedUploads(db, files, clock()),
  }),
}
