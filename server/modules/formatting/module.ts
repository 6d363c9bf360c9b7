import type { Module } from '../face.ts'
import { formattingDeskModule } from './deskRoutes.ts'
import { textPicturesData } from './personalDataRepository.ts'
import { keepTextPicture } from './pictures.ts'
import { formattingModule } from './siteRoutes.ts'
import { sweepPictures } from './sweep.ts'

export const formatting = {
  gives: { keepTextPicture },
  make: (): Module => ({
    site: (deps) => ({
      member: (member) => formattingModule(member, deps),
      pageFeatures: ['formatting', 'text_pictures'],
    }),
    desk: formattingDeskModule,
    personalData: textPicturesData,
    cleanUp: (deps, _log, { pictureTexts }) => sweepPictures(deps, pictureTexts),
  }),
}
