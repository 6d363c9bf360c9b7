import { Popover, PopoverButton, PopoverPanel } from '@headlessui/react'
import { boxClasses, Field, type FieldText, labelIdOf } from './Field.tsx'
import { Icon } from './Icon.tsx'
import { joined } from './look.ts'
import { popupClasses } from './popup.ts'
import { SearchList, type SearchListProps } from './SearchList.tsx'

export type SearchSelectProps<Value extends string> = FieldText &
  Omit<SearchListProps<Value>, 'onChoose' | 'label'> & {
    onChange: (value: Value) => void
    disabled?: boolean
    required?: boolean
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
  const chosen = options.find((option) => option.value === value)
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
        <Popover>
          <PopoverButton
            {...control}
            aria-haspopup="listbox"
            aria-labelledby={`${labelIdOf(control.id)} ${control.id}-value`}
            disabled={disabled}
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
          </PopoverButton>
          <PopoverPanel
            focus
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
        </Popover>
      )}
    </Field>
  )
}
