#include "machine/api/textures.hpp"

#include "machine/threads/fault.hpp"
#include "scanlab_sim/enumerators.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>

namespace scanlab::sim {

namespace {

const char* name(TextureShape shape) {
    constexpr const char* names[] = {"tex1Dfetch",   "tex1D",        "tex2D",      "tex3D",
                                     "tex1DLayered", "tex2DLayered", "texCubemap", "texCubemapLayered"};
    static_assert(std::size(names) == enumerators<TextureShape>);
    return names[static_cast<int>(shape)];
}

std::string text(const TexelType& type) {
    const std::string kind = type.kind == cudaChannelFormatKindFloat    ? "float"
                             : type.kind == cudaChannelFormatKindSigned ? "signed"
                                                                        : "unsigned";
    return std::to_string(type.channels) + (type.channels == 1 ? " channel" : " channels") + " of " +
           std::to_string(8 * type.channel_bytes) + " bits (" + kind + ")";
}

const Texture& object_in_use(cudaTextureObject_t object, const char* what) {
    const Texture* const texture = texture_of(object);
    if (!texture)
        stop_fetch(std::string("There is no ") + what + " object " + std::to_string(object) + ".",
                   "Was it created without an error, and passed to the kernel by value?");
    if (texture->destroyed_at)
        stop_fetch(std::string("The ") + what + " object was destroyed before this launch.",
                   "Destroy it after the last launch that uses it.");
    return *texture;
}

bool becomes_float(const Texture& texture) {
    return texture.description.readMode == cudaReadModeNormalizedFloat ||
           (texture.type.kind == cudaChannelFormatKindFloat && texture.type.channel_bytes == 2);
}

/// Channels of 4 bytes may be taken for others of 4 bytes, as their bits are what is returned.
void check_type(const Texture& texture, const TexelType& wanted) {
    const int bytes = becomes_float(texture) ? 4 : texture.type.channel_bytes;
    const bool fits = wanted.channel_bytes == bytes && wanted.channels <= texture.type.channels &&
                      (!becomes_float(texture) || wanted.kind == cudaChannelFormatKindFloat);
    if (!fits)
        stop_fetch("The fetch wants " + text(wanted) + ", but the texture's elements have " +
                       text(texture.type) +
                       (texture.description.readMode == cudaReadModeNormalizedFloat ? ", read as float."
                                                                                    : "."),
                   "Check the type in `<>`, the channel format, and the read mode of the texture.");
}

const Texture& texture_for(TextureShape shape, cudaTextureObject_t object, const TexelType& wanted) {
    const Texture& texture = object_in_use(object, "texture");
    if (texture.shape != shape)
        stop_fetch(
            std::string("`") + name(shape) + "()` cannot fetch from this texture, which is for `" +
                name(texture.shape) + "()`.",
            "Check the resource that the texture was made of. How many dimensions has it, and is it "
            "layered?");
    check_type(texture, wanted);
    return texture;
}

// --- which elements ------------------------------------------------------------------------------

/// In one dimension: one element, or two with their weights. -1: outside.
struct Taps {
    long index[2] = {0, 0};
    float weight[2] = {1, 0};
    int count = 1;
};

long element_at(cudaTextureAddressMode mode, long i, long extent) {
    if (i >= 0 && i < extent) return i;
    switch (mode) {
    case cudaAddressModeWrap:
        return ((i % extent) + extent) % extent;
    case cudaAddressModeBorder:
        return -1;
    default:
        return i < 0 ? 0 : extent - 1;
    }
}

/// Within the first period, if coordinates go round.
float brought_back(cudaTextureAddressMode mode, float x) {
    if (mode != cudaAddressModeWrap && mode != cudaAddressModeMirror) return x;
    const float whole = std::floor(x), rest = x - whole;
    return mode == cudaAddressModeMirror && std::fmod(whole, 2.0f) != 0 ? 1 - rest : rest;
}

Taps taps(const cudaTextureDesc& description, int dimension, float x, std::size_t size) {
    constexpr float farthest = 1 << 30; // from where on all coordinates lie outside alike
    const cudaTextureAddressMode mode = description.addressMode[dimension];
    const auto extent = static_cast<long>(size);
    if (description.normalizedCoords) x = brought_back(mode, x) * static_cast<float>(extent);
    x = x > -farthest ? std::min(x, farthest) : x <= -farthest ? -farthest : 0;
    if (description.filterMode == cudaFilterModePoint)
        return {{element_at(mode, static_cast<long>(std::floor(x)), extent)}};
    const float left = std::floor(x - 0.5f), weight = rounded_weight(x - 0.5f - left);
    const long i = static_cast<long>(left);
    return {{element_at(mode, i, extent), element_at(mode, i + 1, extent)}, {1 - weight, weight}, 2};
}

/// Where a direction leads on the six faces of a cube.
struct FacePoint {
    int face;
    float x, y; ///< from 0 to 1
};
FacePoint on_cube(float x, float y, float z) {
    const float ax = std::fabs(x), ay = std::fabs(y), az = std::fabs(z);
    const auto point = [](int face, float m, float s, float t) {
        return FacePoint{face, (s / m + 1) / 2, (t / m + 1) / 2};
    };
    if (az >= ax && az >= ay) return z >= 0 ? point(4, az, x, -y) : point(5, az, -x, -y);
    if (ay >= ax) return y >= 0 ? point(2, ay, x, z) : point(3, ay, x, -z);
    return x >= 0 ? point(0, ax, -z, -y) : point(1, ax, z, -y);
}

// --- values --------------------------------------------------------------------------------------

float half_to_float(std::uint16_t half) {
    const int exponent = half >> 10 & 31, fraction = half & 1023;
    const float sign = half >> 15 ? -1.0f : 1.0f;
    if (exponent == 31) return fraction ? NAN : sign * INFINITY;
    return sign * (exponent == 0 ? std::ldexp(static_cast<float>(fraction), -24)
                                 : std::ldexp(static_cast<float>(1024 + fraction), exponent - 25));
}

template <class T>
T loaded(const unsigned char* from) {
    T value;
    std::memcpy(&value, from, sizeof value);
    return value;
}

/// A channel as the float that filters work on.
float as_float(const TexelType& type, const unsigned char* channel) {
    const bool is_signed = type.kind == cudaChannelFormatKindSigned;
    if (type.channel_bytes == 4) return loaded<float>(channel);
    if (type.kind == cudaChannelFormatKindFloat) return half_to_float(loaded<std::uint16_t>(channel));
    if (type.channel_bytes == 1)
        return is_signed ? std::max(static_cast<float>(loaded<signed char>(channel)) / 127.0f, -1.0f)
                         : static_cast<float>(*channel) / 255.0f;
    return is_signed ? std::max(static_cast<float>(loaded<std::int16_t>(channel)) / 32767.0f, -1.0f)
                     : static_cast<float>(loaded<std::uint16_t>(channel)) / 65535.0f;
}

} // namespace

void stop_fetch(const std::string& message, const char* hint) {
    if (!now.thread) trap(cudaErrorInvalidValue, message.c_str());
    {
        const Unobserved unobserved;
        report({.kind = FindingKind::trap,
                .at = current_source_line(),
                .position = position_of(*unobserved.thread),
                .message = message,
                .hint = hint});
    }
    stop_kernel(cudaErrorLaunchFailure);
}

float rounded_weight(float weight) { return std::round(weight * 256) / 256; }

/// Fills in the parts of a fetch.
class Sampler {
public:
    Sampler(TextureFetch& fetch, const Texture& texture) : fetch_(fetch), texture_(texture) {
        fetch.texture_ = &texture;
        fetch.texel_bytes_ = texture.type.bytes();
    }

    void add(const Taps& x, const Taps& y, const Taps& z) const {
        // An H200 rounds the weights in a plane, too, so that they remain multiples of 1/256 and their
        // sum 1.
        const float both = rounded_weight(x.weight[1] * y.weight[1]);
        const float weights[2][2] = {{1 - x.weight[1] - y.weight[1] + both, x.weight[1] - both},
                                     {y.weight[1] - both, both}};
        for (int k = 0; k < z.count; ++k)
            for (int j = 0; j < y.count; ++j)
                for (int i = 0; i < x.count; ++i)
                    add(x.index[i], y.index[j], z.index[k], weights[j][i] * z.weight[k]);
    }
    void add(long x, long y, long z, float weight) const {
        if (weight == 0) return; // whatever is there does not matter
        const bool is_inside = x >= 0 && y >= 0 && z >= 0;
        const void* const address =
            texture_.memory + static_cast<std::size_t>(z) * texture_.slice +
            static_cast<std::size_t>(y) * texture_.pitch +
            static_cast<std::size_t>(x) * static_cast<std::size_t>(texture_.type.bytes());
        TextureFetch::Part& part = fetch_.part_[fetch_.parts_++];
        part.address = is_inside ? address : nullptr;
        part.weight = weight;
    }

    void locate(const Coordinates& at) const {
        const auto& [width, height, depth] = texture_.extent;
        switch (texture_.shape) {
        case TextureShape::linear:
        case TextureShape::one_d: {
            // To an H200 this is a plane one row high, whose filter reaches over the border.
            const bool has_border = texture_.description.addressMode[1] == cudaAddressModeBorder;
            return add(along(0, at.x, width), has_border ? along(1, 0, 1) : Taps(), {});
        }
        case TextureShape::two_d:
            return add(along(0, at.x, width), along(1, at.y, height), {});
        case TextureShape::three_d:
            return add(along(0, at.x, width), along(1, at.y, height), along(2, at.z, depth));
        case TextureShape::one_d_layered:
            return add(along(0, at.x, width), {}, layer(at.layer));
        case TextureShape::two_d_layered:
            return add(along(0, at.x, width), along(1, at.y, height), layer(at.layer));
        case TextureShape::cubemap:
        case TextureShape::cubemap_layered:
            return locate_on_cube(at);
        }
    }

private:
    Taps along(int dimension, float x, std::size_t extent) const {
        return taps(texture_.description, dimension, x, extent);
    }
    /// The last if there is none of that number, as on a GPU; each consists of so many planes.
    Taps layer(int layer, int planes = 1, int plane = 0) const {
        const long last = static_cast<long>(texture_.extent.depth) / planes - 1;
        return {{std::min<long>(static_cast<unsigned>(layer), last) * planes + plane}};
    }
    void locate_on_cube(const Coordinates& at) const {
        const FacePoint point = on_cube(at.x, at.y, at.z);
        add(along(0, point.x, texture_.extent.width), along(1, point.y, texture_.extent.height),
            layer(at.layer, 6, point.face));
    }

    TextureFetch& fetch_;
    const Texture& texture_;
};

TextureFetch::TextureFetch(TextureShape shape, cudaTextureObject_t object, const Coordinates& at,
                           TexelType wanted)
    : wanted_(wanted) {
    Sampler(*this, texture_for(shape, object, wanted)).locate(at);
}

TextureFetch::TextureFetch(cudaTextureObject_t object, int index, TexelType wanted) : wanted_(wanted) {
    const Texture& texture = texture_for(TextureShape::linear, object, wanted);
    const bool is_inside = index >= 0 && static_cast<std::size_t>(index) < texture.extent.width;
    Sampler(*this, texture).add(is_inside ? index : -1, 0, 0, 1);
}

TextureFetch::TextureFetch(cudaTextureObject_t object, const Coordinates& at, int channel,
                           TexelType wanted)
    : wanted_(wanted), gathered_channel_(channel) {
    const Texture& texture =
        texture_for(TextureShape::two_d, object, {1, wanted.channel_bytes, wanted.kind});
    if (channel < 0 || channel >= texture.type.channels || wanted.channels != 4)
        stop_fetch("`tex2Dgather()` needs a channel that the texture has, and a type of four channels.",
                   "Check the type in `<>`, and the last argument.");
    cudaTextureDesc description = texture.description;
    description.filterMode = cudaFilterModeLinear;
    const Taps x = taps(description, 0, at.x, texture.extent.width),
               y = taps(description, 1, at.y, texture.extent.height);
    const Sampler sampler(*this, texture);
    sampler.add(x.index[0], y.index[1], 0, 1);
    sampler.add(x.index[1], y.index[1], 0, 1);
    sampler.add(x.index[1], y.index[0], 0, 1);
    sampler.add(x.index[0], y.index[0], 0, 1);
}

const void* TextureFetch::next() {
    while (next_ < parts_)
        if (const void* const address = part_[next_++].address) return address;
    return nullptr;
}

void TextureFetch::take(const void* texel) {
    std::memcpy(part_[next_ - 1].bits, texel, static_cast<std::size_t>(texel_bytes_));
}

void TextureFetch::finish(void* result) const {
    const TexelType& type = texture_->type;
    const bool is_float = becomes_float(*texture_) || wanted_.kind == cudaChannelFormatKindFloat;
    const bool has_border = texture_->shape != TextureShape::linear;
    const auto size = static_cast<std::size_t>(wanted_.channel_bytes);
    for (int c = 0; c < wanted_.channels; ++c) {
        const int first = gathered_channel_ < 0 ? 0 : c, last = gathered_channel_ < 0 ? parts_ : c + 1;
        const int channel = gathered_channel_ < 0 ? c : gathered_channel_;
        const float border = has_border ? texture_->description.borderColor[channel] : 0;
        const auto bits = [&](const Part& part) { return part.bits + channel * type.channel_bytes; };
        char* const to = static_cast<char*>(result) + static_cast<std::size_t>(c) * size;
        float sum = 0;
        for (int i = first; i < last; ++i)
            if (part_[i].weight != 0)
                sum += part_[i].weight * (part_[i].address ? as_float(type, bits(part_[i])) : border);
        const auto whole = static_cast<long>(border);
        if (is_float)
            std::memcpy(to, &sum, size);
        else
            std::memcpy(
                to, part_[first].address ? static_cast<const void*>(bits(part_[first])) : &whole, size);
    }
}

// --- surfaces ------------------------------------------------------------------------------------

void* surface_element(TextureShape shape, cudaSurfaceObject_t object, int x, int y, int z, int bytes,
                      cudaSurfaceBoundaryMode mode) {
    const Texture& surface = object_in_use(object, "surface");
    if (surface.shape != shape &&
        !(shape == TextureShape::two_d_layered && surface.shape == TextureShape::cubemap))
        stop_fetch(
            "This function does not suit the surface, which is for those named like `" +
                std::string(name(surface.shape)) + "()`.",
            "Check the array that the surface was made of. How many dimensions has it, and is it "
            "layered?");
    const int last_x = static_cast<int>(surface.extent.width) * surface.type.bytes() - bytes;
    const int last_y = static_cast<int>(surface.extent.height) - 1,
              last_z = static_cast<int>(surface.extent.depth) - 1;
    const bool is_inside = x >= 0 && x <= last_x && y >= 0 && y <= last_y && z >= 0 && z <= last_z;
    if (!is_inside && mode == cudaBoundaryModeZero) return nullptr;
    if (!is_inside && mode == cudaBoundaryModeTrap)
        stop_fetch("Byte " + std::to_string(x) + " of row " + std::to_string(y) +
                       " is outside the surface, which has " + std::to_string(last_y + 1) +
                       " rows of " + std::to_string(last_x + bytes) + " bytes.",
                   "Check the coordinates. x counts bytes, so it is a multiple of the element's size.");
    const auto at = [](int i, int last) { return static_cast<std::size_t>(std::clamp(i, 0, last)); };
    return surface.memory + at(z, last_z) * surface.slice + at(y, last_y) * surface.pitch +
           at(x, last_x);
}

} // namespace scanlab::sim
