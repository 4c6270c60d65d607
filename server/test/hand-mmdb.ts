/**
 * A file in the MaxMind DB format (version 2.0) that says the country of some IPv4 networks: a binary tree of 24-bit
 * records over the bits of an address, the countries behind it, and what a reader has to know of both.
 */
export function mmdbOf(networks: Readonly<Record<string, string>>): Buffer {
  const nodes: [Leaf, Leaf][] = [[undefined, undefined]]
  const data: Buffer[] = []
  let dataSize = 0
  for (const [network, country] of Object.entries(networks)) {
    const [address = '', length = '32'] = network.split('/')
    const bits = address
      .split('.')
      .map((part) => Number(part).toString(2).padStart(8, '0'))
      .join('')
      .slice(0, Number(length))
    const leaf = { data: dataSize }
    const record = map([['country', map([['iso_code', text(country)]])]])
    data.push(record)
    dataSize += record.length
    let node = nodes[0]
    ;[...bits].forEach((bit, at) => {
      const side = bit === '1' ? 1 : 0
      if (node === undefined) throw new Error('networks overlap')
      if (at === bits.length - 1) node[side] = leaf
      else {
        const next = node[side]
        const place = typeof next === 'number' ? next : nodes.push([undefined, undefined]) - 1
        node[side] = place
        node = nodes[place]
      }
    })
  }
  const recordOf = (leaf: Leaf): Buffer => {
    const value = leaf === undefined ? nodes.length : typeof leaf === 'number' ? leaf : nodes.length + 16 + leaf.data
    return Buffer.from([value >> 16, (value >> 8) & 255, value & 255])
  }
  return Buffer.concat([
    ...nodes.flatMap(([left, right]) => [recordOf(left), recordOf(right)]),
    Buffer.alloc(16),
    ...data,
    Buffer.from('\u00ab\u00cd\u00efMaxMind.com', 'latin1'),
    map([
      ['node_count', uint(6, nodes.length)],
      ['record_size', uint(5, 24)],
      ['ip_version', uint(5, 4)],
      ['database_type', text('Test-Country')],
    ]),
  ])
}

/** Nothing, the next node, or a place among the countries. */
type Leaf = undefined | number | { data: number }

// A field begins with its kind in three bits and its size in five.
const text = (value: string): Buffer => Buffer.concat([Buffer.from([(2 << 5) | value.length]), Buffer.from(value)])
const uint = (kind: 5 | 6, value: number): Buffer => Buffer.from([(kind << 5) | 2, value >> 8, value & 255])
const map = (fields: readonly (readonly [string, Buffer])[]): Buffer =>
  Buffer.concat([Buffer.from([(7 << 5) | fields.length]), ...fields.flatMap(([name, value]) => [text(name), value])])
