import {
  Description,
  Field,
  Label,
  Listbox,
  ListboxButton,
  ListboxOption,
  ListboxOptions,
} from '@headlessui/react'
import { boxClasses, type FieldText, labelClasses } from './Field.tsx'
import { FieldError } from './FieldError.tsx'
import { Icon } from './Icon.tsx'
import { joined } from './look.ts'
import { optionClasses, popupClasses } from './popup.ts'

export type SelectOption<Value extends string> = { value: Value; label: string }

export type SelectProps<Value extends string> = FieldText & {
  value: Value
  options: ReadonlyArray<SelectOption<Value>>
  onChange: (value: Value) => void
  disabled?: boolean
  /** Shown while no option has the value. */
  placeholder?: string
  className?: string
}

/** A dropdown: button with a listbox. Its name is its label followed by the chosen option. */
export function Select<Value extends string>({
  label,
  hint,
  error,
  hideLabel = false,
  value,
  options,
  onChange,
  disabled = false,
  placeholder,
  className,
}: SelectProps<Value>) {
  const chosen = options.find((option) => option.value === value)
  return (
    <Field disabled={disabled} className={joined('flex flex-col gap-1.5', className)}>
      <Listbox value={value} onChange={onChange} invalid={Boolean(error)}>
        <Label className={hideLabel ? 'sr-only' : labelClasses}>{label}</Label>
        <ListboxButton
          aria-invalid={error ? true : undefined}
          className={joined(
            boxClasses,
            'flex min-h-tap items-center justify-between gap-2 text-start',
          )}
        >
          <span className={joined('truncate', !chosen && 'text-ink-soft')}>
            {chosen?.label ?? placeholder}
          </span>
          <Icon name="selector" className="text-ink-soft" />
        </ListboxButton>
        <ListboxOptions
          modal={false}
          transition
          anchor={{ to: 'bottom start', gap: 4, padding: 16 }}
          className={joined(popupClasses, 'p-1 [--anchor-max-height:22rem]')}
        >
          {options.map((option) => (
            <ListboxOption key={option.value} value={option.value} className={optionClasses}>
              <span className="min-w-0 flex-1 wrap-anywhere">{option.label}</span>
              {option.value === value && <Icon name="check" className="text-gold-deep" />}
            </ListboxOption>
          ))}
        </ListboxOptions>
      </Listbox>
      {hint && (
        <Description className="font-sans text-sm leading-snug text-current/80">{hint}</Description>
      )}
      {error && (
        <Description as="div">
          <FieldError message={error} />
        </Description>
      )}
    </Field>
  )
}
