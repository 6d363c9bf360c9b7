import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { MessageKey } from '#src/i18n/messageKeys.ts'
import { listen } from '#src/platform/listen.ts'
import { Button } from '#src/ui/Button.tsx'
import { Field } from '#src/ui/Field.tsx'
import { Icon } from '#src/ui/Icon.tsx'
import { joined } from '#src/ui/look.ts'
import { IMAGE_TYPES, imageProblem } from '../formatting/pictureRules.ts'

/**
 * Calls back with the first file that is pasted or dropped anywhere on the page, and while one is dragged over it. Text
 * is ignored. Otherwise a file dropped beside the field would replace the page. Returns a function that stops it.
 */
function onPastedFile(
  onFile: (file: File) => void,
  onHover: (isOver: boolean) => void,
): () => void {
  const take = (event: Event, data: DataTransfer | null) => {
    const file = data?.files[0]
    if (!file) return
    event.preventDefault()
    onFile(file)
  }
  return listen(document, {
    paste: (event) => take(event, event.clipboardData),
    dragover: (event) => {
      if (!event.dataTransfer?.types.includes('Files')) return
      // `preventDefault` allows the drop.
      event.preventDefault()
      onHover(true)
    },
    dragleave: ({ relatedTarget }) => relatedTarget === null && onHover(false),
    drop: (event) => {
      take(event, event.dataTransfer)
      onHover(false)
    },
  })
}

type Props = {
  image: PickedImage
  pick: (file: File) => void
  clear: () => void
  refuse: () => void
  hint: string
  disabled: boolean
}

export function ImageField({ image, pick, clear, refuse, hint, disabled }: Props) {
  const { t } = useTranslation()
  const [isAbove, setIsAbove] = useState(false)
  useEffect(() => (disabled ? undefined : onPastedFile(pick, setIsAbove)), [disabled, pick])
  return (
    <Field
      label={t('glossary.image')}
      hint={hint}
      error={image.problem ? t(image.problem) : undefined}
    >
      {(control) => (
        <div
          className={joined(
            'relative flex min-h-28 items-center justify-center gap-4 rounded border border-dashed p-4 font-sans text-ui transition-colors',
            isAbove ? 'border-gold-deep bg-gold/15' : 'border-field',
          )}
        >
          {image.previewUrl === null ? (
            <>
              <Icon name="plus" className="text-gold-deep" />
              <span aria-hidden="true">{t('glossary.image_call')}</span>
            </>
          ) : (
            <>
              <img
                src={image.previewUrl}
                alt={t('glossary.image_preview')}
                onError={refuse}
                className="max-h-48 min-w-0 rounded object-contain"
              />
              <Button icon="close" onClick={clear} className="z-10">
                {t('glossary.image_clear')}
              </Button>
            </>
          )}
          {/* Covers the whole field: every click is one on the input. */}
          <input
            {...control}
            // A new input for a new image: the same file can be chosen again after it was cleared.
            key={image.previewUrl}
            type="file"
            disabled={disabled}
            accept={IMAGE_TYPES.join(',')}
            onChange={({ target }) => target.files?.[0] && pick(target.files[0])}
            className="absolute inset-0 cursor-pointer opacity-0"
          />
        </div>
      )}
    </Field>
  )
}

type PickedImage = {
  file: File | null
  /** An object URL. */
  previewUrl: string | null
  problem: MessageKey | null
}

const NOTHING: PickedImage = { file: null, previewUrl: null, problem: null }

/**
 * The image of the draft, for as long as the page is open: files are not serialisable.
 * @param draftNumber an image that was picked for another draft does not count
 */
export function usePickedImage(draftNumber: number) {
  const [picked, setPicked] = useState({ ...NOTHING, draftNumber })
  const image: PickedImage = picked.draftNumber === draftNumber ? picked : NOTHING
  const setImage = (next: PickedImage) => setPicked({ ...next, draftNumber })
  const { previewUrl } = image
  useEffect(() => () => void (previewUrl && URL.revokeObjectURL(previewUrl)), [previewUrl])

  const pick = (file: File) => {
    const problem = imageProblem(file)
    setImage(
      problem
        ? { ...image, problem }
        : { file, previewUrl: URL.createObjectURL(file), problem: null },
    )
  }
  return {
    image,
    pick,
    clear: () => setImage(NOTHING),
    clearProblem: () => setImage({ ...image, problem: null }),
    /** The browser cannot decode it, whatever its name says. */
    refuse: () => setImage({ ...NOTHING, problem: 'glossary.image_type' }),
  }
}
