import {
  type ComponentPropsWithRef,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { searchKey, termKey } from '#shared/search.ts'
import { listen } from '#src/platform/listen.ts'
import type { Elements } from './elements.ts'
import { boxClasses, Field, type FieldText, labelIdOf, onText, splitField } from './Field.tsx'
import { Icon } from './Icon.tsx'
import { joined } from './look.ts'
import { optionClasses, useListbox } from './useListbox.ts'

const GAP_PX = 4
const MARGIN_PX = 12
const MAX_HEIGHT_PX = 384

/** Places the popup below the button, or above it if there is more room; limits its height to that room. */
function position(box: HTMLElement, anchor: HTMLElement) {
  const around = anchor.getBoundingClientRect()
  const windowHeight = document.documentElement.clientHeight
  const below = windowHeight - around.bottom - GAP_PX - MARGIN_PX
  const above = around.top - GAP_PX - MARGIN_PX
  const wanted = Math.min(box.scrollHeight, MAX_HEIGHT_PX)
  const isAbove = below < wanted && above > below
  box.style.left = `${around.left}px`
  box.style.width = `${around.width}px`
  box.style.top = isAbove ? 'auto' : `${around.bottom + GAP_PX}px`
  box.style.bottom = isAbove ? `${windowHeight - around.top + GAP_PX}px` : 'auto'
  box.style.maxHeight = `${Math.min(MAX_HEIGHT_PX, Math.max(0, isAbove ? above : below))}px`
}

/**
 * A popup at its button. It stays inside its landmark or dialog in the document, but no scrolling ancestor clips it.
 */
function Floating({ anchorId, children }: { anchorId: string; children: ReactNode }) {
  const ref = useRef<HTMLDivElement>(null)

  useLayoutEffect(() => {
    const box = ref.current
    const anchor = document.getElementById(anchorId)
    if (!box || !anchor) return
    const follow = () => position(box, anchor)
    follow()
    // Captured, because scroll events of the boxes around it do not bubble.
    document.addEventListener('scroll', follow, { capture: true, passive: true })
    const observer = new ResizeObserver(follow)
    observer.observe(document.documentElement)
    return () => {
      document.removeEventListener('scroll', follow, { capture: true })
      observer.disconnect()
    }
  }, [anchorId])

  return (
    <div
      ref={ref}
      className="fixed z-dropdown flex flex-col overflow-hidden rounded border border-line bg-vellum font-sans text-ui text-ink shadow-float transition-opacity starting:opacity-0"
    >
      {children}
    </div>
  )
}

type SelectProps<Value extends OptionValue> = FieldText &
  Omit<OptionPopupProps<Value>, 'onChoose' | 'onClose' | 'label'> & {
    onChange: (value: Value) => void
    disabled?: boolean
    required?: boolean
    placeholder?: string
    /** Id of a text elsewhere that is part of the description. */
    describedBy?: string
    /** Has the first focus of a dialog. */
    isFirst?: boolean
    className?: string
  }

/**
 * A dropdown: a button with a listbox, and a searchbox above that if the options can be searched. The name of the button
 * is its label followed by the chosen option. Own code: decision 027.
 */
export function Select<Value extends OptionValue>(props: SelectProps<Value>) {
  const [field, { onChange, disabled, placeholder, describedBy, isFirst, required: _, ...popup }] =
    splitField(props)
  const [isOpen, setIsOpen] = useState(false)
  const frame = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  useOutside(frame, isOpen, () => setIsOpen(false))
  const chosen = popup.options.find((option) => option.value === popup.value)

  const takesLetter = useClosedLetters(popup, onChange)

  const close = () => {
    setIsOpen(false)
    button.current?.focus()
  }
  const handleChoose = (choice: Value) => {
    onChange(choice)
    close()
  }
  const handleKey = (event: KeyboardEvent) => {
    if (!isOpen && takesLetter(event)) return event.preventDefault()
    const isOpening = event.key === 'ArrowDown' || event.key === 'ArrowUp'
    if (event.key === 'Escape' ? !isOpen : !isOpening) return
    event.preventDefault()
    setIsOpen(isOpening)
  }

  return (
    <Field {...field}>
      {(control) => (
        <div ref={frame}>
          <SelectButton
            {...control}
            ref={button}
            data-autofocus={isFirst || undefined}
            aria-expanded={isOpen}
            aria-labelledby={`${labelIdOf(control.id)} ${control.id}-value`}
            aria-describedby={joined(control['aria-describedby'], describedBy) || undefined}
            disabled={disabled}
            onClick={() => setIsOpen(!isOpen)}
            onKeyDown={handleKey}
          >
            <span
              id={`${control.id}-value`}
              className={joined('truncate', !chosen && 'text-ink-soft')}
            >
              {chosen?.label ?? placeholder}
            </span>
          </SelectButton>
          {isOpen && (
            <Floating anchorId={control.id}>
              <OptionPopup {...popup} label={field.label} onChoose={handleChoose} onClose={close} />
            </Floating>
          )}
        </div>
      )}
    </Field>
  )
}

/** A key handler for a closed list: letters choose the next option that begins with them. */
function useClosedLetters<Value extends OptionValue>(
  { options, value }: Pick<OptionPopupProps<Value>, 'options' | 'value'>,
  onChange: (value: Value) => void,
) {
  const chosen = options.findIndex((option) => option.value === value)
  const takesLetter = useTypedLetters(options, chosen, (index) => {
    const option = options[index]
    if (option) onChange(option.value)
  })
  return (event: KeyboardEvent) => {
    const isShortcut = event.ctrlKey || event.metaKey || event.altKey
    return !isShortcut && takesLetter(event)
  }
}

type ButtonProps = Omit<ComponentPropsWithRef<'button'>, 'children'> & { children: Elements }

const SelectButton = ({ children, ...rest }: ButtonProps) => (
  <button
    {...rest}
    type="button"
    aria-haspopup="listbox"
    className={joined(boxClasses, 'flex min-h-tap items-center justify-between gap-2 text-start')}
  >
    {children}
    <Icon name="selector" className="text-ink-soft" />
  </button>
)

export const namedOptions = <Id extends number>(rows: ReadonlyArray<{ id: Id; name: string }>) =>
  rows.map(({ id, name }) => ({ value: id, label: name }))

/** While active, calls back for a pointer down or a focus outside the frame. */
function useOutside(
  frame: RefObject<HTMLElement | null>,
  isActive: boolean,
  onOutside: () => void,
) {
  useEffect(() => {
    if (!isActive) return
    const handle = (event: Event) => {
      if (event.target instanceof Node && !frame.current?.contains(event.target)) onOutside()
    }
    return listen(document, { pointerdown: handle, focusin: handle })
  }, [frame, isActive, onOutside])
}

type OptionValue = string | number | null
type SelectOption<Value extends OptionValue> = { value: Value; label: string }

type OptionPopupProps<Value extends OptionValue> = {
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
function OptionPopup<Value extends OptionValue>(props: OptionPopupProps<Value>) {
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

/** Letters that follow each other within this time belong together. */
const TYPING_MS = 500

/**
 * A key handler that moves to the next option whose label begins with the typed letters; a further letter stays at the
 * option if it still matches. It returns whether the key was one of these letters.
 */
function useTypedLetters(
  options: ReadonlyArray<{ label: string }>,
  active: number,
  onActive: (index: number) => void,
): (event: KeyboardEvent) => boolean {
  const typed = useRef({ letters: '', at: 0 })
  return ({ key, timeStamp }) => {
    const { letters, at } = typed.current
    const earlier = timeStamp - at < TYPING_MS ? letters : ''
    if ([...key].length !== 1 || (key === ' ' && earlier === '')) return false
    const wanted = searchKey(earlier + key)
    typed.current = { letters: wanted, at: timeStamp }
    const start = earlier === '' ? active + 1 : active
    const found = options
      .map((_, step) => (start + step) % options.length)
      .find((index) => searchKey(options[index]?.label ?? '').startsWith(wanted))
    if (found !== undefined) onActive(found)
    return true
  }
}
