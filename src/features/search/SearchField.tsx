import type { KeyboardEvent, RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import { TEXT_MAX } from '#contract/fields.ts'
import { isComposing } from '#src/platform/keys.ts'
import { IconButton } from '#src/ui/Button.tsx'
import { Icon } from '#src/ui/Icon.tsx'

type Props = {
  field: RefObject<HTMLInputElement | null>
  /** Of the options that the field controls. */
  listId: string
  text: string
  /** Options that are shown. */
  count: number
  /** Index of the active option; -1 for none. */
  active: number
  onType: (text: string) => void
  onEnter: () => void
  onActive: (index: number) => void
  onClose: () => void
}

export function SearchField({ field, listId, text, count, active, ...events }: Props) {
  const { t } = useTranslation()
  const isShown = count > 0
  const handleKey = (event: KeyboardEvent) => {
    if (isComposing(event.nativeEvent) || event.altKey || event.ctrlKey || event.metaKey) return
    if (event.key === 'Enter') events.onEnter()
    else {
      if (count === 0 || event.shiftKey) return
      const next = optionAt(event.key, active, count)
      if (next === null) return
      events.onActive(next)
    }
    event.preventDefault()
  }
  return (
    <div className="relative flex items-center border-b border-line pe-2">
      <Icon
        name="search"
        className="pointer-events-none absolute start-4 top-0 h-full text-ink-soft"
      />
      <input
        ref={field}
        data-autofocus=""
        type="text"
        inputMode="search"
        enterKeyHint="search"
        role="combobox"
        aria-label={t('search.field')}
        placeholder={t('search.field')}
        aria-expanded={isShown}
        aria-controls={isShown ? listId : undefined}
        aria-activedescendant={isShown && active >= 0 ? `${listId}-${active}` : undefined}
        aria-autocomplete="list"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={TEXT_MAX}
        value={text}
        onChange={(event) => events.onType(event.target.value)}
        onKeyDown={handleKey}
        className="h-16 min-w-0 flex-1 ps-11 pe-3 text-lg outline-none placeholder:text-ink-soft"
      />
      <IconButton label={t('search.close')} icon="close" onClick={events.onClose} />
    </div>
  )
}

/** The option that a key leads to, around the ends with the arrows; null for other keys. */
function optionAt(key: string, active: number, count: number): number | null {
  switch (key) {
    case 'ArrowDown':
      return (active + 1) % count
    case 'ArrowUp':
      return active <= 0 ? count - 1 : active - 1
    case 'Home':
      return 0
    case 'End':
      return count - 1
    default:
      return null
  }
}
