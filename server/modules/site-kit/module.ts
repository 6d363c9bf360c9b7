import { DESK_FOLDER, SITE_FOLDER } from '../../http/plugins/builtSite.ts'
import { composeKit, defaultKit } from '../../text/kit.ts'
import type { Module } from '../face.ts'
import { type Others, siteKitDeskRoutes } from './deskRoutes.ts'
import { deleteUnnamedFiles } from './files.ts'
import { folderCheck, readFolderAtStart } from './folder/importing.ts'
import { findBase, findDraftKit, looksOf, makeKitWatcher, stampIn } from './kit.ts'
import { findCurrent, iconsIn, siteKitData, valueIn } from './repository.ts'
import { frameDrafts, serveDeskIcons, serveKitFiles } from './siteRoutes.ts'

export const siteKit = {
  make: (others: Others): Module => ({
    site: (deps) => ({
      pages(app) {
        frameDrafts(app, deps)
        serveKitFiles(app, deps, SITE_FOLDER)
      },
    }),
    deskFiles: (app, deps) => serveDeskIcons(app, deps, DESK_FOLDER),
    desk: (desk, deps) => siteKitDeskRoutes(desk, deps, others),
    personalData: siteKitData,
    atStart: readFolderAtStart,
    checks: [folderCheck],
    jobs: [makeKitWatcher],
    cleanUp: deleteUnnamedFiles,
    kits(deps) {
      const { db, settings } = deps
      const findKit = findDraftKit(deps)
      return {
        async read() {
          const [row, base] = [await findCurrent({ db }), await findBase({ db })]
          const stamp = stampIn(row && { id: row.id, is_empty: row.value === '{}' }, base)
          if (row === undefined || stamp === null) return defaultKit(settings.languages)
          const value = valueIn(row)
          const looks = await looksOf(deps, value, iconsIn(row))
          return composeKit(value, stamp, { looks, languages: settings.languages, base })
        },
        draft: findKit,
      }
    },
  }),
}
