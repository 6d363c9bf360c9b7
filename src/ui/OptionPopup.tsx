import { type ComponentPropsWithRef, type KeyboardEvent, useState } from 'react'
import { searchKey, termKey } from '#shared/search.ts'
import { onText } from './Field.tsx'
import { Icon } from './Icon.tsx'
import { joined } from './look.ts'
import { optionClasses, useListbox } from './useListbox.ts'
import { useTypedLetters } from './useTypedLetters.ts'

export type OptionValue = string | number | null
export type SelectOption<Value extends OptionValue> = { value: Value; label: string }

export type OptionPopupProps<Value extends OptionValue> = {
  label: string
  value: Value
  options: ReadonlyArray<SelectOption<Value>>
  /** Name and placeholder of the searchbox; there is none without it. */
  searchLabel?: string
  /** Message when no option matches. */
  emptyText?: string
  onChoose: (value: Value) => void
  onClose: () => void
}

/** Prevents scrolling, because the popup is not positioned yet. */
const focusAtOnce = (element: HTMLElement | null) => element?.focus({ preventScroll: true })

/** The popup of a Select: a listbox, which has the focus unless there is a searchbox above it. */
export function OptionPopup<Value extends OptionValue>(props: OptionPopupProps<Value>) {
  const { label, value, searchLabel, emptyText, onChoose, onClose } = props
  const hasSearch = searchLabel !== undefined
  const { text, shown, active, setActive, handleType } = useMatches(props.options, value)
  const takesLetter = useTypedLetters(shown, active, setActive)
  const handleKey = (event: KeyboardEvent, choose: () => void): boolean => {
    if (event.key === 'Escape') onClose()
    else if (hasSearch) return false
    else if (takesLetter(event)) return true
    else if (event.key === ' ') choose()
    else return false
    return true
  }
  const { listId, control, optionProps } = useListbox({
    count: shown.length,
    active,
    onActive: setActive,
    onKey: handleKey,
  })
  const { 'aria-controls': _, ...ownControl } = control
  return (
    <>
      {hasSearch && (
        <SearchBox
          {...control}
          ref={focusAtOnce}
          label={searchLabel}
          value={text}
          onChange={onText(handleType)}
        />
      )}
      <div
        {...(hasSearch ? { tabIndex: -1 } : { ...ownControl, tabIndex: 0, ref: focusAtOnce })}
        id={listId}
        role="listbox"
        aria-label={label}
        className="min-h-0 overflow-y-auto overscroll-contain p-1 outline-none"
      >
        {shown.map((option, index) => (
          <Option
            {...optionProps(index)}
            key={option.value}
            label={option.label}
            isChosen={option.value === value}
            onClick={() => onChoose(option.value)}
          />
        ))}
      </div>
      {hasSearch && (
        <p aria-live="polite" className="px-4 text-sm text-ink-soft not-empty:pt-1 not-empty:pb-4">
          {shown.length === 0 && emptyText}
        </p>
      )}
    </>
  )
}

type OptionProps = ComponentPropsWithRef<'button'> & { label: string; isChosen: boolean }

function Option({ label, isChosen, ...rest }: OptionProps) {
  return (
    <button
      {...rest}
      type="button"
      role="option"
      aria-selected={isChosen}
      className={joined(optionClasses, 'items-center gap-2 select-none aria-selected:font-medium')}
    >
      <span className="min-w-0 flex-1 wrap-anywhere">{label}</span>
      {isChosen && <Icon name="check" className="text-gold-deep" />}
    </button>
  )
}

/** The options that match what is typed, and the index of the active one: at first that of the chosen value. */
function useMatches<Value extends OptionValue>(
  options: ReadonlyArray<SelectOption<Value>>,
  value: Value,
) {
  const [text, setText] = useState('')
  const [active, setActive] = useState(() =>
    Math.max(
      0,
      options.findIndex((option) => option.value === value),
    ),
  )
  const handleType = (typed: string) => {
    setText(typed)
    setActive(0)
  }
  // All options for an empty text.
  const wanted = termKey(text)
  const shown = options.filter(({ label }) => searchKey(label).includes(wanted))
  return { text, shown, active, setActive, handleType }
}

function SearchBox({ label, ...rest }: ComponentPropsWithRef<'input'> & { label: string }) {
  return (
    <div className="relative border-b border-line focus-within:border-gold-deep">
      <Icon
        name="search"
        className="pointer-events-none absolute start-4 top-0 h-12 text-ink-soft"
      />
      <input
        {...rest}
        type="search"
        aria-label={label}
        placeholder={label}
        autoComplete="off"
        aria-autocomplete="list"
        className="h-12 w-full ps-11 pe-3 outline-none placeholder:text-ink-soft [&::-webkit-search-cancel-button]:hidden"
      />
    </div>
  )
}
