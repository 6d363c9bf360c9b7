import type { RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import { TEXT_MAX } from '#contract/fields.ts'
import { IconButton } from '#src/ui/Button.tsx'
import { Icon } from '#src/ui/Icon.tsx'
import type { ListboxParts } from '#src/ui/useListbox.ts'

type Props = {
  field: RefObject<HTMLInputElement | null>
  control: ListboxParts['control']
  text: string
  hasOptions: boolean
  onType: (text: string) => void
  onClose: () => void
}

export function SearchField({ field, control, text, hasOptions, onType, onClose }: Props) {
  const { t } = useTranslation()
  return (
    <div className="relative flex items-center border-b border-line pe-2">
      <Icon
        name="search"
        className="pointer-events-none absolute start-4 top-0 h-full text-ink-soft"
      />
      <input
        {...control}
        ref={field}
        data-autofocus=""
        type="text"
        inputMode="search"
        enterKeyHint="search"
        role="combobox"
        aria-label={t('search.field')}
        placeholder={t('search.field')}
        aria-expanded={hasOptions}
        aria-autocomplete="list"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={TEXT_MAX}
        value={text}
        onChange={(event) => onType(event.target.value)}
        className="h-16 min-w-0 flex-1 ps-11 pe-3 text-lg outline-none placeholder:text-ink-soft"
      />
      <IconButton label={t('search.close')} icon="close" onClick={onClose} />
    </div>
  )
}
