import { Popover, PopoverButton, PopoverPanel } from '@headlessui/react'
import { useId } from 'react'
import { boxClasses, type FieldText, labelClasses } from './Field.tsx'
import { FieldError } from './FieldError.tsx'
import { Icon } from './Icon.tsx'
import { joined } from './look.ts'
import { popupClasses } from './popup.ts'
import { SearchList, type SearchListProps } from './SearchList.tsx'

export type SearchSelectProps<Value extends string> = Omit<FieldText, 'hint'> &
  Omit<SearchListProps<Value>, 'onChoose' | 'label'> & {
    onChange: (value: Value) => void
    disabled?: boolean
    /** Shown while no option has the value. */
    placeholder?: string
    className?: string
  }

/**
 * A dropdown whose popup holds a searchbox above the listbox; typing narrows, whatever the case.
 * Headless UI's Combobox makes the text field itself the combobox, hence a Popover with own keys.
 */
export function SearchSelect<Value extends string>({
  label,
  error,
  hideLabel = false,
  value,
  options,
  onChange,
  searchLabel,
  emptyText,
  disabled = false,
  placeholder,
  className,
}: SearchSelectProps<Value>) {
  const id = useId()
  const chosen = options.find((option) => option.value === value)
  return (
    <Popover className={joined('flex flex-col gap-1.5', className)}>
      <span id={`${id}-label`} className={hideLabel ? 'sr-only' : labelClasses}>
        {label}
      </span>
      <PopoverButton
        aria-haspopup="listbox"
        aria-labelledby={`${id}-label ${id}-value`}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${id}-error` : undefined}
        disabled={disabled}
        className={joined(
          boxClasses,
          'flex min-h-tap items-center justify-between gap-2 text-start',
        )}
      >
        <span id={`${id}-value`} className={joined('truncate', !chosen && 'text-ink-soft')}>
          {chosen?.label ?? placeholder}
        </span>
        <Icon name="selector" className="text-ink-soft" />
      </PopoverButton>
      <PopoverPanel
        focus
        transition
        anchor={{ to: 'bottom start', gap: 4, padding: 16 }}
        className={joined(
          popupClasses,
          'flex w-(--button-width) flex-col overflow-hidden! [--anchor-max-height:24rem]',
        )}
      >
        {({ close }) => (
          <SearchList
            label={label}
            searchLabel={searchLabel}
            emptyText={emptyText}
            value={value}
            options={options}
            onChoose={(choice) => {
              onChange(choice)
              close()
            }}
          />
        )}
      </PopoverPanel>
      <FieldError id={`${id}-error`} message={error} />
    </Popover>
  )
}
