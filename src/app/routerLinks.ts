import { createContext, type Ref, useRef } from 'react'

/* Stands in for the part of react-router that belongs to its framework mode; see scripts/withoutFrameworkMode.ts. */

export const FrameworkContext = createContext(undefined)

/** Of a link: the second is that of `usePrefetchBehavior`. */
export const mergeRefs = <T>(given: Ref<T> | undefined, _prefetching: Ref<T>): Ref<T> | undefined =>
  given

export const usePrefetchBehavior = () => [false, useRef(null), {}] as const

export const PrefetchPageLinks = () => null
