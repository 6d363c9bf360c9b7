import { formattingCalls as calls, ENTRY_TEXT_MAX } from '#contract/formatting.ts'
import { IMAGE_BYTES_MAX } from '#contract/glossary.ts'
import type { App, Deps } from '../../http/deps.ts'
import { errors } from '../../http/errors.ts'
import { limitUploads, readForm, takeForms } from '../../http/plugins/multipart.ts'
import { limited, routeOf, scope } from '../../http/serve.ts'
import { type Call, routesOn } from '../../work/calls.ts'
import type { CallRead } from '../../work/work.ts'
import { takeTextPicture } from './pictures.ts'
import { previewOf } from './preview.ts'

/** Preview and pictures for forms whose texts may have light formatting. */
export async function formattingModule(member: App, deps: Deps): Promise<void> {
  // The preview is debounced, so nobody needs more. This is half of the limit on changes, which previews count towards.
  routesOn(member, deps, calls)('previewTexts', previewTexts, limited(60, 1))
  await member.register(scope('text pictures', async (forms) => picturesModule(forms, deps)))
}

async function previewTexts(
  _w: CallRead,
  { body: { texts } }: Call<(typeof calls)['previewTexts']>,
) {
  const length = texts.reduce((sum, text) => sum + text.length, 0)
  if (length > ENTRY_TEXT_MAX) throw errors.tooLong('texts', ENTRY_TEXT_MAX)
  return previewOf(texts)
}

async function picturesModule(forms: App, deps: Deps): Promise<void> {
  await takeForms(forms)
  forms.route({
    ...routeOf(calls.addTextPicture),
    schema: calls.addTextPicture,
    // The limit applies before the body is read, so that a refused caller need not send the picture.
    config: { rateLimit: { ...limited(60, 60).rateLimit, hook: 'preParsing' } },
    onRequest: limitUploads(),
    async handler(request, reply) {
      const { dataDir } = deps.settings
      const { fields, files } = await readForm(request, reply, { bytes: IMAGE_BYTES_MAX, dataDir })
      const { image, ...others } = files
      if (Object.keys({ ...fields, ...others }).length > 0) throw errors.badForm()
      if (image === undefined) throw errors.invalidImage()
      const { path } = image
      return reply
        .status(201)
        .send(await takeTextPicture(deps, path, request.memberId, request.log))
    },
  })
}
