import { expect, test } from 'vitest'
import { networkOf, networksOf } from './network.server.ts'

test.each([
  ['203.0.113.7', { v4: '203.0.113.7' }],
  [undefined, { v4: 'unknown' }],
  ['2001:db8:aa00:12ff::1', { v64: '2001:db8:aa00:12ff', v56: '2001:db8:aa00:1200::/56', v48: '2001:db8:aa00::/48' }],
  ['2001:0DB8:AA00:0:1:2:3:4', { v64: '2001:db8:aa00:0', v56: '2001:db8:aa00:0::/56', v48: '2001:db8:aa00::/48' }],
  ['2001:db8::5', { v64: '2001:db8:0:0', v56: '2001:db8:0:0::/56', v48: '2001:db8:0::/48' }],
  ['fe80::1%eth0', { v64: 'fe80:0:0:0', v56: 'fe80:0:0:0::/56', v48: 'fe80:0:0::/48' }],
])('R2 SEC-N3: %s belongs to the networks %o', (address, networks) => {
  expect(networksOf(address)).toEqual(networks)
  expect(networkOf(address)).toBe(Object.values(networks)[0])
})

test('R2 SEC-N3: neighbours share only the networks that hold both', () => {
  const here = networksOf('2001:db8:aa00:1201::1')
  expect(networksOf('2001:db8:aa00:12aa::1')).toMatchObject({ v56: 'v56' in here && here.v56 })
  const { v56, v48 } = networksOf('2001:db8:aa00:1301::1') as { v56: string; v48: string }
  expect([v56, v48]).toEqual(['2001:db8:aa00:1300::/56', '2001:db8:aa00::/48'])
})
