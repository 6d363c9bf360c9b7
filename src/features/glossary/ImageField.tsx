import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { IMAGE_TYPES } from '#contract/limits.ts'
import { onPastedFile } from '#src/platform/pastedFile.ts'
import { Button } from '#src/ui/Button.tsx'
import { Field } from '#src/ui/Field.tsx'
import { Icon } from '#src/ui/Icon.tsx'
import { joined } from '#src/ui/look.ts'
import type { PickedImage } from './usePickedImage.ts'

type Props = {
  image: PickedImage
  pick: (file: File) => void
  clear: () => void
  refuse: () => void
  hint: string
  disabled: boolean
}

/** An image by click, drag and drop or paste, with a preview. */
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
