import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { ChosenOption, dropdownClasses } from './DropdownParts.tsx'
import { Field, type FieldText, labelIdOf, splitField } from './Field.tsx'
import { Floating } from './Floating.tsx'
import { SearchList, type SearchListProps } from './SearchList.tsx'
import type { OptionValue } from './Select.tsx'

type SearchSelectProps<Value extends OptionValue> = FieldText &
  Omit<SearchListProps<Value>, 'onChoose' | 'onClose' | 'label'> & {
    onChange: (value: Value) => void
    disabled?: boolean
    required?: boolean
    placeholder?: string
    className?: string
  }

/**
 * A dropdown whose popup holds a searchbox above the listbox; typing narrows, whatever the case.
 * Own code, because Headless UI's Combobox makes the text field itself the combobox.
 */
export function SearchSelect<Value extends OptionValue>(props: SearchSelectProps<Value>) {
  const [field, { onChange, disabled, placeholder, required: _, ...list }] = splitField(props)
  const [isOpen, setIsOpen] = useState(false)
  const frame = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  useOutside(frame, isOpen, () => setIsOpen(false))
  const chosen = list.options.find((option) => option.value === list.value)

  const close = () => {
    setIsOpen(false)
    button.current?.focus()
  }
  const handleChoose = (choice: Value) => {
    onChange(choice)
    close()
  }
  const handleKey = (event: KeyboardEvent) => {
    if (event.key === 'Escape' ? !isOpen : event.key !== 'ArrowDown') return
    event.preventDefault()
    setIsOpen(event.key === 'ArrowDown')
  }

  return (
    <Field {...field}>
      {(control) => (
        <div ref={frame}>
          <button
            {...control}
            ref={button}
            type="button"
            aria-haspopup="listbox"
            aria-expanded={isOpen}
            aria-labelledby={`${labelIdOf(control.id)} ${control.id}-value`}
            disabled={disabled}
            onClick={() => setIsOpen(!isOpen)}
            onKeyDown={handleKey}
            className={dropdownClasses}
          >
            <ChosenOption controlId={control.id} label={chosen?.label} placeholder={placeholder} />
          </button>
          {isOpen && (
            <Floating anchorId={control.id}>
              <SearchList {...list} label={field.label} onChoose={handleChoose} onClose={close} />
            </Floating>
          )}
        </div>
      )}
    </Field>
  )
}

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
