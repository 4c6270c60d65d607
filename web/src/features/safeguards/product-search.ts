import { guardedProducts, type GuardedProduct } from '@evenhand/protocol/safeguards.ts'

/** What the addresses of questionnaire and warning keep: the product they are about. */
export type ProductSearch = { readonly product?: string | undefined }

/** The product that an address names; options where it names none, or one that needs no questionnaire. */
export const productOf = ({ product }: ProductSearch): GuardedProduct =>
  guardedProducts.find((one) => one === product) ?? 'options'

/** The words of an address about a product; none for options. */
export const searchOf = (product: GuardedProduct): ProductSearch => (product === 'options' ? {} : { product })
