const archPath =
  'M12 200V104c0-16 8-26 19-29-2-18 8-31 24-33 2-15 12-25 25-36 13 11 23 21 25 36 16 2 26 15 24 33 11 3 19 13 19 29v96z'
const anchalPath = 'M80 53c-31 0-39 27-37 59 1 26-10 40-20 88h114c-10-48-21-62-20-88 2-32-6-59-37-59z'
const anchalFoldPath = 'M113 148c-9 20-30 38-58 52h82c-3-20-11-41-24-52z'
const panjabiPath = 'M18 200c2-34 22-44 44-50l18 10 18-10c22 6 42 16 44 50z'
const skin = '#c08a62'
const skinShade = '#ad7750'
const hair = '#2a1c17'

/* Dashed lines: a <pattern> inherits from where it is defined, so each cloth would need a copy. */
const every20 = Array.from({ length: 13 }, (_, line) => line * 20)
const weft = every20.map((y) => `M0 ${y - 110}h260`).join('')
const warp = every20.map((x) => `M${x + 10}-120v270`).join('')

function Weave({ within, opacity }: { within: string; opacity: number }) {
  return (
    <g clipPath={`url(#${within})`} opacity={opacity}>
      <use href="#art-weave" />
    </g>
  )
}

function Marigold({ id, colors: [outer, middle, inner] }: { id: string; colors: [string, string, string] }) {
  return (
    <marker id={id} viewBox="-12.5 -12.5 25 25" markerWidth="2.17" markerHeight="2.17">
      <g fill="none" strokeLinecap="round" strokeDasharray="0 1">
        <circle r="8.3" strokeWidth="7.8" pathLength="9" stroke={outer} />
        <circle r="5.8" strokeWidth="7.6" pathLength="8" strokeDashoffset=".55" stroke={middle} />
        <circle r="2.5" strokeWidth="6" pathLength="5" strokeDashoffset=".9" stroke={inner} />
      </g>
    </marker>
  )
}

/** What other drawings refer to by id. Render it once, outside the hydrated root: no script then carries its paths. */
export function ArtDefs() {
  return (
    <svg width="0" height="0" style={{ position: 'absolute' }} aria-hidden="true">
      <defs>
        <linearGradient id="art-gold" x2="1" y2="1">
          <stop stopColor="#ffe08a" />
          <stop offset=".5" stopColor="#d79a17" />
          <stop offset="1" stopColor="#f6cf63" />
        </linearGradient>
        <linearGradient id="art-rani" x2="1" y2="1">
          <stop stopColor="#c2185b" />
          <stop offset="1" stopColor="#e0700f" />
        </linearGradient>
        <path id="art-arch" d={archPath} />
        <clipPath id="art-in-arch">
          <use href="#art-arch" />
        </clipPath>
        <clipPath id="art-in-anchal">
          <path d={anchalPath} />
        </clipPath>
        <clipPath id="art-in-fold">
          <path d={anchalFoldPath} />
        </clipPath>
        <clipPath id="art-in-panjabi">
          <path d={panjabiPath} />
        </clipPath>
        <g id="art-weave" transform="rotate(45)" stroke="var(--trim)">
          <path d={weft + warp} strokeWidth="1.6" strokeDasharray="3 6 3 8" strokeDashoffset="-4" opacity=".55" />
          <path d={weft} strokeWidth="4" strokeDasharray="4 16" strokeDashoffset="-8" opacity=".8" />
        </g>
        <g id="art-wall">
          <path d="M0 0h160v200H0z" fill="var(--wall)" />
          <g stroke="#fff" strokeOpacity=".65" fill="none" strokeWidth="2.5" strokeLinecap="round">
            <circle cx="80" cy="104" r="52" strokeDasharray="2 6" />
            <circle cx="80" cy="104" r="64" strokeDasharray="1 7" />
          </g>
        </g>
        <use id="art-rim" href="#art-arch" fill="none" stroke="#14261f" strokeOpacity=".16" strokeWidth="2.5" />
        <use id="art-gold-rim" href="#art-arch" fill="none" stroke="url(#art-gold)" strokeWidth="5" />

        <g id="art-woman">
          <g clipPath="url(#art-in-arch)">
            <use href="#art-wall" />
            <path d={anchalPath} fill="var(--cloth)" />
            <Weave within="art-in-anchal" opacity={0.6} />
            <path
              d="M80 64c-22 0-27 20-26 44 1 22-2 32-8 48l14 44h40l14-44c-6-16-9-26-8-48 1-24-4-44-26-44z"
              fill="var(--shade)"
            />
            <path d="M72 122v22c0 6 3.5 10 8 12 4.5-2 8-6 8-12v-22z" fill={skinShade} />
            <path
              d="M44 200c0-28 9-46 24-53 3 6 7 9.5 12 10.5 5-1 9-4.5 12-10.5 15 7 24 25 24 53z"
              fill="var(--trim)"
            />
            <path d="M68 147c3 6 7 9.5 12 10.5 5-1 9-4.5 12-10.5" fill="none" stroke="var(--shade)" strokeWidth="2" />
            <path d={anchalFoldPath} fill="var(--cloth)" />
            <Weave within="art-in-fold" opacity={0.6} />
            <path
              d="M113 148c-9 20-30 38-58 52"
              fill="none"
              stroke="var(--trim)"
              strokeWidth="3"
              strokeDasharray="var(--trim-dash)"
            />
            <path
              d="M80 71c-20 0-24.5 17-23.5 35 .5 12 3 19 6 24h35c3-5 5.5-12 6-24 1-18-3.5-35-23.5-35z"
              fill={hair}
            />
            <ellipse cx="80" cy="107" rx="19" ry="24.5" fill={skin} />
            <path d="M80 79c-9 3-17 12-19 28-4-20-1-36 19-36s23 16 19 36c-2-16-10-25-19-28z" fill={hair} />
            <path d="M80 72v8" stroke="#5a4036" />
            <path d="M60.5 124h0m39 0h0" stroke="#e8b23a" strokeWidth="4.8" strokeLinecap="round" />
            <path
              d="M47 156c7-17 8-30 7-50-1-24 5-42 26-42s27 18 26 42c-1 20 0 33 7 50"
              fill="none"
              stroke="var(--trim)"
              strokeWidth="2.6"
            />
          </g>
          <use href="#art-rim" />
        </g>

        <g id="art-man">
          <g clipPath="url(#art-in-arch)">
            <use href="#art-wall" />
            <path d={panjabiPath} fill="var(--cloth)" />
            <Weave within="art-in-panjabi" opacity={0.3} />
            <path d="M68 124v26c2 8 7 12 12 14 5-2 10-6 12-14v-26z" fill={skinShade} />
            <path d="M58.5 103.2v5.6m43-5.6v5.6" stroke={skinShade} strokeWidth="8.4" strokeLinecap="round" />
            <path d="M59 98c0-19 8-27 21-27s21 8 21 27c0 25-8 38-21 38s-21-13-21-38z" fill={skin} />
            <path
              d="M57 101c-4-25 6-41 25-41 18 0 26 14 22 41-3-10-4-15-9-19-10 3-24 2-30-1-5 5-6 11-8 20z"
              fill={hair}
            />
            <path
              d="M64 146c3 12 9 18 16 20 7-2 13-8 16-20l5 3c-2 16-11 25-21 27-10-2-19-11-21-27zM75.5 174h9v26h-9z"
              fill="var(--shade)"
            />
            <path d="M80 180v16" stroke="var(--trim)" strokeWidth="3.8" strokeLinecap="round" strokeDasharray="0 8" />
          </g>
          <use href="#art-rim" />
        </g>
        <path
          id="art-beard"
          d="M59.5 110c1 20 9 27 20.5 27s19.5-7 20.5-27c-3 9-8 13-20.5 13s-17.5-4-20.5-13z"
          fill={hair}
          opacity=".93"
        />
        <g id="art-shawl" clipPath="url(#art-in-arch)">
          <path d="M18 200c1-30 18-42 38-49 4 16 4 34 2 49z" fill="var(--shade)" opacity=".92" />
          <path d="M56 151c4 16 4 34 2 49" stroke="var(--trim)" strokeWidth="2" fill="none" />
        </g>

        <Marigold id="art-orange" colors={['#c95a0a', '#ee7a16', '#ffa64a']} />
        <Marigold id="art-yellow" colors={['#de8f0c', '#f2b21b', '#ffd766']} />
        <g id="art-leaf">
          <path d="M0 0C11 8 10 30 0 40-10 30-11 8 0 0z" fill="#2f8a5f" />
          <path d="M0 3V35" stroke="#8ccba4" strokeWidth="1.2" />
        </g>

        <symbol id="art-mark" viewBox="0 0 160 200">
          <use href="#art-arch" fill="url(#art-rani)" />
          <path
            d="M59 99l1 51h-1l-6-5v-46h-7l-5-6h12q-2-3-4-5-1-2-1-5 0-3 2-6 3-3 7-6 5-2 11-2 6 0 12 2 6 2 12 6 5 4 10 10l-1 3h-1q-7-8-14-11-7-3-14-3-5 0-9 1-4 2-6 4-2 3-2 6 0 1 0 3 1 1 2 3h5l5 5v1zM109 149h-1l-2-2q-1-2-2-6-1-4-2-8-2-4-4-8-2-3-6-5-3-3-7-3 2 1 3 3 1 2 1 4 0 3-3 5-2 3-6 3-5 0-7-3-3-3-3-7 0-4 3-8 4-3 10-3 3 0 7 1 3 2 7 5 3 4 6 10-1-2-1-6 0-4 0-11v-11h-35l-5-6h49l5 5v1h-7v29q0 5 0 10 0 4 0 11z"
            fill="#fff3d0"
          />
          <path d="M34 176h92" stroke="#ffe08a" strokeWidth="9" strokeLinecap="round" strokeDasharray="15 12.5" />
        </symbol>
        {/* Drawn, because one word in Bangla letters would make English pages load a font of 73 KB. */}
        <symbol id="art-bangla" viewBox="0 -78 226 92">
          <path d="M55-66v10h-9v56h-11l-31-22v-12q15-12 31-16v-6h-37v-10h57zM14-28l21 15v-26q-12 4-21 11zM82-66v10h-9v56h-12v-50q0-3-1-5-1-1-5-1h-4v-10h6q3 0 5 4-1-6-1-10v-2h12v8h9zM89-39q-5-5-5-12 0-7 5-11 5-5 12-5 8 0 13 5 4 4 4 11 0 7-4 12-5 4-13 4-7 0-12-4zM108-51q0-3-2-5-1-2-5-2-3 0-5 2-1 2-1 5 0 3 1 5 2 2 5 2 3 0 5-2 2-2 2-5zM121 0l-36-21v-12l36 22v11zM191-56v56h-12v-29q0-9-6-9-7 0-7 10v2h-12v-2q0-10-7-10-3 0-5 3-2 2-2 6 0 5 2 7 3 2 7 2 2 0 5 0v10q-3 0-6 0-9 0-14-5-6-5-6-14 0-8 5-13 5-6 13-6 6 0 10 3 3 2 4 7 1-5 4-7 3-3 8-3 5 0 7 4v-12h-57v-10h79v10h-10zM227-66v10h-9v56h-12v-50q0-3-1-5-1-1-5-1h-3v-10h5q4 0 6 4-1-6-1-10v-2h11v8h9z" />
        </symbol>
      </defs>
    </svg>
  )
}
