import Type, { type Static } from 'typebox'
import { posting } from './deskShapes.ts'
import { UPLOAD_PURPOSES } from './sets.ts'
import { nullable, refused } from './shapes.ts'

const Upload = Type.Object({
  id: Type.String(),
  name: Type.String(),
  media_type: Type.String(),
  size: Type.Integer(),
  /** URL of an uploaded picture, to show it before the record is saved. */
  url: nullable(Type.String()),
})
export type Upload = Static<typeof Upload>

export const deskUploadsCalls = {
  uploads: {
    create: posting('/uploads/:purpose', {
      params: Type.Object({ purpose: Type.Enum(UPLOAD_PURPOSES) }),
      consumes: ['multipart/form-data'],
      response: { 201: Upload, ...refused(400, 413) },
    }),
  },
}
