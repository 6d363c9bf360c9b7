import { type KeyboardEvent, useRef, useState } from 'react'
import { boxClasses, Field, type FieldText, labelIdOf } from './Field.tsx'
import { Floating } from './Floating.tsx'
import { Icon } from './Icon.tsx'
import { joined } from './look.ts'
import { SearchList, type SearchListProps } from './SearchList.tsx'
import { useOutside } from './useOutside.ts'

export type SearchSelectProps<Value extends string> = FieldText &
  Omit<SearchListProps<Value>, 'onChoose' | 'onClose' | 'label'> & {
    onChange: (value: Value) => void
    disabled?: boolean
    required?: boolean
    /** Shown while no option has the value. */
    placeholder?: string
    className?: string
  }

/**
 * A dropdown whose popup holds a searchbox above the listbox; typing narrows, whatever the case.
 * Own code, because Headless UI's Combobox makes the text field itself the combobox.
 */
export function SearchSelect<Value extends string>({
  label,
  hint,
  error,
  hideLabel,
  value,
  options,
  onChange,
  searchLabel,
  emptyText,
  disabled = false,
  required,
  placeholder,
  className,
}: SearchSelectProps<Value>) {
  const [isOpen, setIsOpen] = useState(false)
  const frame = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  useOutside(frame, isOpen, () => setIsOpen(false))
  const chosen = options.find((option) => option.value === value)

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
    <Field
      label={label}
      hint={hint}
      error={error}
      hideLabel={hideLabel}
      required={required}
      className={className}
    >
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
            className={joined(
              boxClasses,
              'flex min-h-tap items-center justify-between gap-2 text-start',
            )}
          >
            <span
              id={`${control.id}-value`}
              className={joined('truncate', !chosen && 'text-ink-soft')}
            >
              {chosen?.label ?? placeholder}
            </span>
            <Icon name="selector" className="text-ink-soft" />
          </button>
          {isOpen && (
            <Floating anchorId={control.id}>
              <SearchList
                label={label}
                searchLabel={searchLabel}
                emptyText={emptyText}
                value={value}
                options={options}
                onChoose={handleChoose}
                onClose={close}
              />
            </Floating>
          )}
        </div>
      )}
    </Field>
  )
}
