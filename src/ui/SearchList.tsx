import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { OptionLabel, optionClasses } from './DropdownParts.tsx'
import { Icon } from './Icon.tsx'
import { matchingOptions } from './matchingOptions.ts'
import type { SelectOption } from './Select.tsx'

export type SearchListProps<Value extends string> = {
  /** Name of the listbox. */
  label: string
  /** Name and placeholder of the searchbox. */
  searchLabel: string
  /** Shown when no option matches. */
  emptyText: string
  value: Value
  options: ReadonlyArray<SelectOption<Value>>
  onChoose: (value: Value) => void
  /** Escape. */
  onClose: () => void
}

/** The popup of a SearchSelect: a searchbox that keeps the focus and controls the listbox below it. */
export function SearchList<Value extends string>({
  label,
  searchLabel,
  emptyText,
  value,
  options,
  onChoose,
  onClose,
}: SearchListProps<Value>) {
  const listId = useId()
  const box = useRef<HTMLInputElement>(null)
  const list = useRef<HTMLDivElement>(null)
  const [text, setText] = useState('')
  const [active, setActive] = useState(() =>
    Math.max(
      0,
      options.findIndex((option) => option.value === value),
    ),
  )
  const shown = matchingOptions(options, text)
  const activeOption = shown[active]

  // The popup is not positioned yet: the page must not scroll to it.
  useEffect(() => box.current?.focus({ preventScroll: true }), [])

  useEffect(() => {
    const option = list.current?.children[active]
    if (!list.current || !(option instanceof HTMLElement)) return
    const below = option.offsetTop + option.offsetHeight - list.current.clientHeight
    list.current.scrollTop = Math.min(option.offsetTop, Math.max(list.current.scrollTop, below))
  }, [active])

  const handleType = (typed: string) => {
    setText(typed)
    setActive(0)
  }
  const handleKey = (event: KeyboardEvent) => {
    // An input method uses the same keys to compose a character.
    if (event.nativeEvent.isComposing) return
    const last = shown.length - 1
    if (event.key === 'ArrowDown') setActive(active >= last ? 0 : active + 1)
    else if (event.key === 'ArrowUp') setActive(active <= 0 ? Math.max(0, last) : active - 1)
    else if (event.key === 'Enter') {
      if (activeOption) onChoose(activeOption.value)
    } else if (event.key === 'Escape') onClose()
    else return
    event.preventDefault()
  }

  return (
    <>
      <div className="relative border-b border-line focus-within:border-gold-deep">
        <Icon
          name="search"
          className="pointer-events-none absolute start-4 top-0 h-12 text-ink-soft"
        />
        <input
          ref={box}
          type="search"
          aria-label={searchLabel}
          placeholder={searchLabel}
          autoComplete="off"
          aria-autocomplete="list"
          aria-controls={listId}
          aria-activedescendant={activeOption && `${listId}-${active}`}
          value={text}
          onChange={(event) => handleType(event.target.value)}
          onKeyDown={handleKey}
          className="h-12 w-full ps-11 pe-3 outline-none placeholder:text-ink-soft [&::-webkit-search-cancel-button]:hidden"
        />
      </div>
      <div
        ref={list}
        id={listId}
        role="listbox"
        aria-label={label}
        tabIndex={-1}
        className="relative min-h-0 overflow-y-auto overscroll-contain p-1"
      >
        {shown.map((option, index) => (
          <button
            type="button"
            key={option.value}
            id={`${listId}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={option.value === value}
            data-focus={index === active || undefined}
            onPointerMove={() => setActive(index)}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => onChoose(option.value)}
            className={optionClasses}
          >
            <OptionLabel label={option.label} isChosen={option.value === value} />
          </button>
        ))}
      </div>
      <p aria-live="polite" className="px-4 text-sm text-ink-soft not-empty:pt-1 not-empty:pb-4">
        {shown.length === 0 && emptyText}
      </p>
    </>
  )
}
