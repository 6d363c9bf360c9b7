import {
  type ComponentPropsWithRef,
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useRef,
  useState,
} from 'react'
import type { Elements } from './elements.ts'
import { boxClasses, Field, type FieldText, labelIdOf, splitField } from './Field.tsx'
import { Floating } from './Floating.tsx'
import { Icon } from './Icon.tsx'
import { joined } from './look.ts'
import { OptionPopup, type OptionPopupProps, type OptionValue } from './OptionPopup.tsx'
import { useTypedLetters } from './useTypedLetters.ts'

type SelectProps<Value extends OptionValue> = FieldText &
  Omit<OptionPopupProps<Value>, 'onChoose' | 'onClose' | 'label'> & {
    onChange: (value: Value) => void
    disabled?: boolean
    required?: boolean
    placeholder?: string
    /** Id of a text elsewhere that is part of the description. */
    describedBy?: string
    className?: string
  }

/**
 * A dropdown: a button with a listbox, and a searchbox above that if the options can be searched. The name of the button
 * is its label followed by the chosen option. Own code: decision 027.
 */
export function Select<Value extends OptionValue>(props: SelectProps<Value>) {
  const [field, { onChange, disabled, placeholder, describedBy, required: _, ...popup }] =
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
    document.addEventListener('pointerdown', handle)
    document.addEventListener('focusin', handle)
    return () => {
      document.removeEventListener('pointerdown', handle)
      document.removeEventListener('focusin', handle)
    }
  }, [frame, isActive, onOutside])
}
