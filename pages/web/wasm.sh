#!/usr/bin/env bash
# Builds the machine of the browser page as WebAssembly into pages/wasm; with --check holds the committed one against its sources.
#
# The compiler is the host's if it has the target wasm32-unknown-unknown (`rustup target add wasm32-unknown-unknown`), else
# that of Debian's next release, unpacked into a folder (JOPLAB_FORKY, about 1.3 GB) and run from there, without root's help.
# Bytes depend on the compiler, so --check compares the sources' hash, which is written beside the build.
set -euo pipefail
cd "$(dirname "$0")/../.."
built=pages/wasm/BUILT
bindgen=0.2.130

# All that becomes part of the module.
inputs() {
    local folder
    for folder in isa microcode method-cache runtime/rust jopizer sim-core sim-core/superblock timing/cost-model timing/fast-engine \
        run lab/trace lab/debugger lab/browser pages/wasm; do
        find "$folder/src" "$folder"/*.rs "$folder/Cargo.toml" -type f 2>/dev/null
    done
    find microcode/asm runtime/rust runtime/src runtime/programs -type f \( -name '*.asm' -o -name '*.rs' -o -name '*.java' -o -name '*.toml' \)
    printf '%s\n' runtime/runtime.jar runtime/programs.jar runtime/bounds.toml runtime/Cargo.toml pages/wasm/Cargo.lock
}
hash_of_inputs() {
    inputs | LC_ALL=C sort -u | xargs sha256sum | sha256sum | cut -d' ' -f1
}

if [ "${1:-}" = --check ]; then
    wanted=$(sed -n 's/^sources //p' "$built")
    packed=$(sed -n 's/^module //p' "$built")
    if [ "$(hash_of_inputs)" != "$wanted" ]; then
        echo "pages/wasm/machine.wasm.gz is not of these sources: run pages/web/wasm.sh and pages/web/build.sh and commit both" >&2
        exit 1
    fi
    if [ "$(sha256sum <pages/wasm/machine.wasm.gz | cut -d' ' -f1)" != "$packed" ]; then
        echo "pages/wasm/machine.wasm.gz is not the one that $built describes: run pages/web/wasm.sh" >&2
        exit 1
    fi
    exit
fi

tools="${JOPLAB_WASM_TOOLS:-${CARGO_TARGET_DIR:-$PWD/target}/wasm}"
mkdir -p "$tools"
tools=$(realpath "$tools")

# A wrapper that runs a program of Debian's next release with that release's libraries.
wrap() {
    cat >"$tools/bin/$1" <<END
#!/bin/sh
exec "$forky/lib64/ld-linux-x86-64.so.2" --library-path "$forky/usr/lib/x86_64-linux-gnu" --argv0 "$1" "$forky/usr/bin/$1" $2 "\$@"
END
    chmod +x "$tools/bin/$1"
}

if ! [ -d "$(rustc --print target-libdir --target wasm32-unknown-unknown)" ]; then
    forky="${JOPLAB_FORKY:-$tools/forky}"
    if ! [ -x "$forky/usr/bin/rustc" ]; then
        command -v mmdebstrap >/dev/null || { apt-get update -q && apt-get install -qy --no-install-recommends mmdebstrap; }
        echo "unpacking Debian's compiler into $forky" >&2
        # A mirror may be some weeks old: signatures count, not their age.
        mmdebstrap --quiet --aptopt='Acquire::Check-Valid-Until "false"' --variant=extract \
            --include=rustc,libstd-rust-dev,libstd-rust-dev-wasm32,lld forky "$forky" http://deb.debian.org/debian || {
            echo "Debian's packages are not reachable, and this compiler has no target wasm32-unknown-unknown" >&2
            rm -rf "$forky"
            exit 77
        }
    fi
    forky=$(realpath "$forky")
    mkdir -p "$tools/bin"
    wrap rustc "--sysroot $forky/usr"
    wrap wasm-ld ""
    export RUSTC="$tools/bin/rustc" CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER="$tools/bin/wasm-ld"
fi
if [ "$("$tools/bin/wasm-bindgen" --version 2>/dev/null)" != "wasm-bindgen $bindgen" ]; then
    # Built by the host's compiler, as it is a program of the host.
    env -u RUSTC CARGO_TARGET_DIR="$tools/bindgen" cargo install -q --root "$tools" "wasm-bindgen-cli@$bindgen"
fi

# Paths of this computer stay out of the module's messages.
remap="--remap-path-prefix=$PWD=/joplab --remap-path-prefix=${CARGO_HOME:-$HOME/.cargo}=/cargo"
RUSTFLAGS="$remap" CARGO_TARGET_DIR="$tools/target" cargo build -q --release --locked --target wasm32-unknown-unknown \
    --manifest-path pages/wasm/Cargo.toml
out="$tools/out"
rm -rf "$out"
"$tools/bin/wasm-bindgen" --target web --omit-default-module-path --remove-name-section --remove-producers-section --out-dir "$out" \
    "$tools/target/wasm32-unknown-unknown/release/machine_wasm.wasm"
gzip -n9 <"$out/machine_wasm_bg.wasm" >pages/wasm/machine.wasm.gz
mkdir -p pages/web/src/machine/wasm
cp "$out/machine_wasm.js" "$out/machine_wasm.d.ts" pages/web/src/machine/wasm/
{
    echo "sources $(hash_of_inputs)"
    echo "module $(sha256sum <pages/wasm/machine.wasm.gz | cut -d' ' -f1)"
    echo "compiler $("${RUSTC:-rustc}" --version)"
    echo "wasm-bindgen $bindgen"
} >"$built"
echo "pages/wasm/machine.wasm.gz: $(wc -c <pages/wasm/machine.wasm.gz) bytes" >&2
